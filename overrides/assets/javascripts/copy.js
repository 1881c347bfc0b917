// Puts a copy button on every block of code. Where the browser keeps the clipboard from pages (an address that is not
// secure), the button selects the text instead.
const SAID_FOR = 2000; // milliseconds

const select = (code) => {
  const selection = getSelection();
  selection.removeAllRanges();
  const range = document.createRange();
  range.selectNodeContents(code);
  selection.addRange(range);
};

const copy = async (code) => {
  try {
    await navigator.clipboard.writeText(code.textContent.replace(/\n$/u, ""));
    return "Copied";
  } catch {
    select(code);
    return "Selected";
  }
};

for (const block of document.querySelectorAll(".cb-text pre")) {
  const code = block.querySelector("code");
  if (!code) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "cb-copy";
  button.textContent = "Copy";
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    button.textContent = await copy(code);
    setTimeout(() => {
      button.textContent = "Copy";
    }, SAID_FOR);
  });
  const frame = document.createElement("div");
  frame.className = "cb-code";
  block.replaceWith(frame);
  frame.append(block, button);
}
