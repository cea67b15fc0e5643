/* The table of contents follows the reader: the section under the top edge is marked; on a small screen it folds after a choice. */

const outline = document.querySelector(".outline");
const links = new Map([...(outline?.querySelectorAll("a[href^='#']") ?? [])].map((link) => [link.hash.slice(1), link]));
const sections = [...document.querySelectorAll(".prose > section[id]")].filter((section) => links.has(section.id));
let current = null;
let due = false;

function mark() {
  due = false;
  const edge = innerHeight * 0.25;
  let at = sections[0];
  for (const section of sections) {
    if (section.getBoundingClientRect().top <= edge) at = section;
  }
  const bottom = scrollY + innerHeight >= document.documentElement.scrollHeight - 4;
  if (bottom && scrollY > 0) at = sections[sections.length - 1];
  if (!at || at === current) return;
  if (current) links.get(current.id).removeAttribute("aria-current");
  current = at;
  const link = links.get(at.id);
  link.setAttribute("aria-current", "location");
  if (outline.scrollHeight > outline.clientHeight) {
    outline.scrollTop = link.offsetTop - outline.clientHeight / 2;
  }
}

if (sections.length) {
  const wide = matchMedia("(min-width: 64rem)");
  const fit = () => {
    outline.open = wide.matches;
  };
  fit();
  outline.dataset.follows = "";
  outline.addEventListener("click", (event) => {
    if (!wide.matches && event.target.closest("a")) outline.open = false;
  });
  wide.addEventListener("change", fit);
  addEventListener(
    "scroll",
    () => {
      if (!due) {
        due = true;
        requestAnimationFrame(mark);
      }
    },
    { passive: true },
  );
  mark();
}
