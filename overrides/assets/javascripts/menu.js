// Closes an open navigation disclosure on Escape and on a click elsewhere. Without this module it
// closes by a second click on its name. The phone's menu opens what stands after it.
const open = () => document.querySelectorAll(".cb-menu[open], .cb-drawer[open]");

const holds = (disclosure, element) =>
  disclosure.contains(element) ||
  (disclosure.matches(".cb-drawer") && disclosure.nextElementSibling.contains(element));

document.addEventListener("click", (event) => {
  for (const disclosure of open()) {
    if (!holds(disclosure, event.target)) disclosure.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const disclosure of open()) {
    const held = holds(disclosure, document.activeElement);
    disclosure.open = false;
    if (held) disclosure.querySelector("summary").focus();
  }
});
