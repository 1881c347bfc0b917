// Opens and closes the search dialog, and gives the focus back to the button that opened it.
// Finding and listing the results is the work of the theme's bundle, which is loaded, with the index,
// when the search is first opened: a reader who does not search does not pay for it.
// Without scripts there is no button.
const toggle = document.getElementById("__search");
const opener = document.querySelector("[data-cb-search]");
const query = document.querySelector("[data-md-component=search-query]");
const closers = document.querySelectorAll("[data-cb-search-close]");
const status = document.querySelector(".md-search-result__meta");

const loadBundle = () => {
  const script = document.createElement("script");
  script.src = opener.dataset.cbSearch;
  // The bundle begins when the document is ready, which it has long been.
  script.addEventListener("load", () => {
    document.dispatchEvent(new Event("DOMContentLoaded"));
    query.dispatchEvent(new KeyboardEvent("keyup"));
  });
  script.addEventListener("error", () => {
    status.textContent = "The search cannot be loaded.";
  });
  document.head.append(script);
};

const open = () => {
  if (!toggle.checked) toggle.click();
  query.focus();
};

const isTyping = (target) => target.closest("input, textarea, select, [contenteditable]") !== null;

if (toggle && opener && query) {
  opener.hidden = false;
  opener.addEventListener("click", open);
  for (const closer of closers) {
    closer.addEventListener("click", () => {
      if (toggle.checked) toggle.click();
    });
  }
  toggle.addEventListener("change", loadBundle, { once: true });
  toggle.addEventListener("change", () => {
    if (!toggle.checked) opener.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    open();
  });
}
