// Opens and closes the search dialog, and gives the focus back to the button that opened it.
// Finding and listing the results is the theme bundle's work; without scripts there is no button.
const toggle = document.getElementById("__search");
const opener = document.querySelector("[data-cb-search]");
const query = document.querySelector("[data-md-component=search-query]");
const closers = document.querySelectorAll("[data-cb-search-close]");

if (toggle && opener && query) {
  opener.hidden = false;
  opener.addEventListener("click", () => {
    if (!toggle.checked) toggle.click();
    query.focus();
  });
  for (const closer of closers) {
    closer.addEventListener("click", () => {
      if (toggle.checked) toggle.click();
    });
  }
  toggle.addEventListener("change", () => {
    if (!toggle.checked) opener.focus();
  });
}
