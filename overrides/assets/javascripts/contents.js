// Marks, in the page's contents, the section that is being read: the last one whose heading has passed
// the upper third of the window.
const links = [...document.querySelectorAll(".cb-toc a")];
const sections = links
  .map((link) => ({ link, heading: document.getElementById(decodeURIComponent(link.hash.slice(1))) }))
  .filter(({ heading }) => heading);

const mark = () => {
  const passed = sections.filter(({ heading }) => heading.getBoundingClientRect().top < innerHeight / 3);
  const current = passed.at(-1)?.link;
  for (const { link } of sections) {
    if (link === current) link.setAttribute("aria-current", "location");
    else link.removeAttribute("aria-current");
  }
};

if (sections.length > 0) {
  // Headings that enter or leave the upper third are what changes the answer.
  const observer = new IntersectionObserver(mark, { rootMargin: "0px 0px -66% 0px" });
  for (const { heading } of sections) observer.observe(heading);
  mark();
}
