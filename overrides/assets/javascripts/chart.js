// Charts that answer the pointer. Nothing is loaded before a chart is in view; then the library and the figure come
// from this site, and the figure takes the place of its picture. Where anything fails, the picture stays.
const SEEN = "data-cb-drawn";
const NARROWEST_WIDE = 640; // the width from which the stylesheet shows the wide picture
const root = document.documentElement;
let library;

const loaded = (address) => {
  library ??= new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = address;
    script.addEventListener("load", () => (window.Plotly ? done(window.Plotly) : failed(new Error(address))));
    script.addEventListener("error", () => failed(new Error(address)));
    document.head.append(script);
  });
  return library;
};

// Plotly would write a style sheet into the page, which the page's policy forbids; chart.css has what is needed.
const keepStyles = (name) => {
  if (document.getElementById(name)) return;
  const mark = document.createElement("meta");
  mark.id = name;
  mark.className = "no-inline-styles";
  document.head.append(mark);
};

// A figure names the colours of paper; the page's own take their place.
const coloured = (value, colours) => {
  if (typeof value === "string") return colours.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => coloured(item, colours));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, coloured(item, colours)]));
};

const coloursOf = (figure) => {
  const style = getComputedStyle(root);
  const named = Object.entries(figure.layout.meta.colours);
  return new Map(named.map(([colour, name]) => [colour, style.getPropertyValue(`--cb-${name}`).trim() || colour]));
};

const formOf = (frame) => (frame.clientWidth < NARROWEST_WIDE ? "narrow" : "wide");

const show = async (frame) => {
  const form = formOf(frame);
  try {
    const [plotly, figure] = await Promise.all([
      loaded(frame.dataset.cbLibrary),
      fetch(`${frame.dataset.cbChart}.${form}.json`).then((answer) => {
        if (!answer.ok) throw new Error(answer.url);
        return answer.json();
      }),
    ]);
    if (form !== formOf(frame)) return void show(frame);
    const place = frame.querySelector(".cb-chart") ?? document.createElement("div");
    place.className = "cb-chart";
    place.setAttribute("role", "img");
    place.setAttribute("aria-label", frame.dataset.cbAlt);
    frame.append(place);
    const { data, layout } = coloured({ data: figure.data, layout: { ...figure.layout, meta: {} } }, coloursOf(figure));
    await plotly.react(place, data, layout, { displayModeBar: false, responsive: false, doubleClick: false });
    frame.setAttribute(SEEN, form);
  } catch {
    frame.removeAttribute(SEEN);
    frame.querySelector(".cb-chart")?.remove();
  }
};

const frames = [...document.querySelectorAll("[data-cb-chart]")];
if (frames.length && "IntersectionObserver" in window) {
  keepStyles("plotly.js-style-global");
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      watcher.unobserve(entry.target);
      void show(entry.target);
    }
  });
  for (const frame of frames) watcher.observe(frame);
  const again = () => {
    for (const frame of frames) if (frame.hasAttribute(SEEN)) void show(frame);
  };
  new MutationObserver(again).observe(root, { attributeFilter: ["data-md-color-scheme"] });
  new ResizeObserver(() => {
    for (const frame of frames) {
      if (frame.hasAttribute(SEEN) && frame.getAttribute(SEEN) !== formOf(frame)) void show(frame);
    }
  }).observe(document.body);
}
