// Filters the rows of a table by the facts that each row states about itself. The form is
// `form.cb-filters[data-cb-register]`, the table the one that follows it (or the one whose id the
// attribute gives); its named selects match the row's data attribute of the same name (words
// separated by spaces), its field `text` matches the row's text.
// The choice stands in the address, so that a filtered view can be linked to.

/** The words of a row's attribute, for example data-state="due contested". */
const words = (row, name) => (row.dataset[name] ?? "").split(/\s+/u).filter(Boolean);

/** Every word that the rows use for one attribute, in order of the alphabet. */
const vocabulary = (rows, name) => [...new Set(rows.flatMap((row) => words(row, name)))].sort();

/** Whether a row agrees with every choice made; an empty choice agrees with all. */
export const agrees = (row, text, choices) =>
  Object.entries(choices).every(([name, wanted]) => {
    if (!wanted) return true;
    if (name === "text") return wanted.toLowerCase().split(/\s+/u).every((part) => text.includes(part));
    return words(row, name).includes(wanted);
  });

const fillSelects = (form, rows) => {
  for (const select of form.querySelectorAll("select[name]")) {
    if (select.options.length > 1) continue;
    for (const word of vocabulary(rows, select.name)) select.add(new Option(word.replaceAll("-", " "), word));
  }
};

const readAddress = (fields) => {
  const asked = new URLSearchParams(location.search);
  for (const field of fields) {
    if (asked.has(field.name)) field.value = asked.get(field.name);
  }
};

const writeAddress = (choices) => {
  const address = new URL(location.href);
  for (const [name, value] of Object.entries(choices)) {
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
  }
  try {
    history.replaceState(history.state, "", address);
  } catch {
    // A page opened from a file keeps its address.
  }
};

const tableOf = (form) => {
  const named = form.dataset.cbRegister && document.getElementById(form.dataset.cbRegister);
  return named || form.parentElement.querySelector(".cb-filters ~ .cb-table table");
};

const enhance = (form) => {
  const table = tableOf(form);
  if (!table) return;
  const rows = [...table.querySelectorAll("tbody tr")];
  const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
  const fields = [...form.elements].filter((field) => field.name);
  const count = form.querySelector(".cb-filters__count");
  const choose = () => Object.fromEntries(fields.map((field) => [field.name, field.value.trim()]));

  const apply = () => {
    const choices = choose();
    let shown = 0;
    for (const row of rows) {
      row.hidden = !agrees(row, texts.get(row), choices);
      if (!row.hidden) shown += 1;
    }
    if (count) count.textContent = `${shown} of ${rows.length} records shown`;
    writeAddress(choices);
  };

  fillSelects(form, rows);
  readAddress(fields);
  form.addEventListener("input", apply);
  form.addEventListener("reset", () => setTimeout(apply));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  apply();
};

for (const form of document.querySelectorAll("form.cb-filters[data-cb-register]")) enhance(form);
