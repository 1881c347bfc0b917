// Lets the keyboard reach what scrolls sideways: blocks of code and figures that are wider than their place. What is
// inside gets wider without its frame when a font arrives or a figure is drawn, so both are looked at again.
const blocks = [...document.querySelectorAll("main pre, .cb-diagram-frame--chart")];

const reach = (block) => {
  if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
  else block.removeAttribute("tabindex");
};

const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) reach(target);
});
const drawings = new MutationObserver((changes) => {
  for (const { target } of changes) reach(target);
});

for (const block of blocks) {
  widths.observe(block);
  drawings.observe(block, { attributeFilter: ["data-cb-drawn"] });
}

document.fonts?.addEventListener("loadingdone", () => {
  for (const block of blocks) reach(block);
});
