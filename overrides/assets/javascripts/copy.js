// Puts a copy button on every block of code. The theme bundle listens for data-clipboard-target,
// copies, and says so in its dialog.
let count = 0;

for (const block of document.querySelectorAll(".cb-text pre")) {
  const code = block.querySelector("code");
  if (!code) continue;
  count += 1;
  code.id ||= `cb-code-${count}`;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "cb-copy";
  button.textContent = "Copy";
  button.dataset.clipboardTarget = `#${code.id}`;
  const frame = document.createElement("div");
  frame.className = "cb-code";
  if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
  block.replaceWith(frame);
  frame.append(block, button);
}
