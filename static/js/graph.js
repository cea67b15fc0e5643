/* Pictures of the graph: a large one opens at what it is about, or lies open whole; the arrow keys go from box to box. */

const LEAST = 0.75; // of its size, to which a picture is made smaller: its letters can still be read
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const OWN_ARROWS = "input:not([type=checkbox]), select, textarea, [contenteditable], summary, pre, #found, [role=region]"; // what scrolls, too

function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/* The box the picture is about, else the one in the midst of all. */
function heart(frame) {
  const entry = frame.querySelector("svg .entry");
  const boxes = [...frame.querySelectorAll("svg .node")];
  if (entry || !boxes.length) return entry;
  const places = boxes.map(middle);
  const [x, y] = [0, 1].map((axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length);
  const far = ([otherX, otherY]) => Math.hypot(otherX - x, otherY - y);
  return boxes[places.reduce((best, place, at) => (far(place) < far(places[best]) ? at : best), 0)];
}

function centre() {
  for (const frame of document.querySelectorAll(".graph-picture figure")) {
    const box = heart(frame);
    if (box) {
      const [[x, y], [frameX, frameY]] = [middle(box), middle(frame)];
      frame.scrollLeft += x - frameX;
      frame.scrollTop += y - frameY;
    }
    const svg = frame.querySelector("svg");
    if (svg) svg.style.minWidth = `${LEAST * svg.getAttribute("width")}px`;
    const button = frame.parentElement.querySelector("[data-fit]");
    if (button) button.hidden = frame.scrollWidth <= frame.clientWidth && frame.scrollHeight <= frame.clientHeight;
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-fit]");
  if (!button) return;
  const fits = button.parentElement.classList.toggle("fits");
  button.setAttribute("aria-pressed", `${fits}`);
  if (!fits) centre();
});

/* The nearest box on that side; what lies aside counts as farther away. */
function beside(link, links, [right, down]) {
  const [x, y] = middle(link);
  let best = null;
  let least = Infinity;
  for (const other of links) {
    const [otherX, otherY] = middle(other);
    const ahead = (otherX - x) * right + (otherY - y) * down;
    const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * right);
    if (ahead > 1 && ahead + 2 * aside < least) [best, least] = [other, ahead + 2 * aside];
  }
  return best;
}

function show(link) {
  link.focus({ preventScroll: true });
  link.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/* Whether a key pressed here is the picture's: not where it has a use of its own, nor once the page is read on past the picture. */
function leadsInto(frame, { key, target }) {
  if (frame.contains(target)) return key === "Enter" || key in ARROWS;
  if (document.body.dataset.shortcuts === "off" || document.querySelector("dialog[open]")) return false;
  if (frame.getBoundingClientRect().bottom <= 0) return false;
  if (key === "Enter") return target === document.body || target.id === "main";
  return key in ARROWS && !target.closest(OWN_ARROWS);
}

document.addEventListener("keydown", (event) => {
  const frame = event.target.closest?.(".graph-picture figure") ?? document.querySelector(".graph-picture figure");
  if (!frame || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const links = [...frame.querySelectorAll("svg a")];
  const link = event.target.closest?.("svg a");
  if (!link) {
    if (links.length && leadsInto(frame, event)) {
      event.preventDefault();
      show(heart(frame)?.querySelector("a") ?? links[0]);
    }
    return;
  }
  if (event.key === "Escape") {
    frame.focus();
  } else if (ARROWS[event.key]) {
    event.preventDefault();
    const next = beside(link, links, ARROWS[event.key]);
    if (next) show(next);
  }
});

/* A row of the table that a box leads to takes the focus, so that reading goes on there. */
addEventListener("hashchange", () => {
  const row = location.hash.startsWith("#tie") ? document.getElementById(location.hash.slice(1)) : null;
  row?.focus();
});

centre();
document.body.addEventListener("htmx:afterSettle", centre);
