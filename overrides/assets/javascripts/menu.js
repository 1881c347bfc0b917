// Closes an open navigation disclosure on Escape and on a click elsewhere. Without this module it
// closes by a second click on its name.
const open = () => document.querySelectorAll(".cb-menu[open], .cb-drawer[open]");

document.addEventListener("click", (event) => {
  for (const disclosure of open()) {
    if (!disclosure.contains(event.target)) disclosure.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const disclosure of open()) {
    const held = disclosure.contains(document.activeElement);
    disclosure.open = false;
    if (held) disclosure.querySelector("summary").focus();
  }
});
