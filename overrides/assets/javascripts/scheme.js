// The button that turns the page light or dark. A choice equal to the system's is forgotten, so that
// the page follows the system again.
const button = document.querySelector("[data-cb-scheme]");

if (button) {
  const label = button.querySelector("[data-cb-scheme-name]");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const shown = () => document.documentElement.getAttribute("data-md-color-scheme");
  const name = () => {
    label.textContent = shown() === "slate" ? "Light" : "Dark";
  };

  button.addEventListener("click", () => {
    const scheme = shown() === "slate" ? "default" : "slate";
    const followsSystem = (scheme === "slate") === system.matches;
    window.__md_set("__palette", followsSystem ? null : { color: { scheme } });
    window.__cb_scheme();
  });
  new MutationObserver(name).observe(document.documentElement, { attributeFilter: ["data-md-color-scheme"] });
  name();
  button.hidden = false;
}
