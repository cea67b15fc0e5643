/* Pictures of the graph: a large one opens at what it is about, and the arrow keys go from box to box. */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function centre() {
  for (const frame of document.querySelectorAll(".graph-picture figure")) {
    const box = frame.querySelector("svg .entry");
    if (!box) continue;
    const [inner, outer] = [box.getBoundingClientRect(), frame.getBoundingClientRect()];
    frame.scrollLeft += inner.x + inner.width / 2 - outer.x - outer.width / 2;
    frame.scrollTop += inner.y + inner.height / 2 - outer.y - outer.height / 2;
  }
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

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

document.addEventListener("keydown", (event) => {
  const frame = event.target.closest?.(".graph-picture figure");
  if (!frame || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const links = [...frame.querySelectorAll("svg a")];
  const link = event.target.closest("svg a");
  if (!link) {
    if (event.key === "Enter" && links.length) {
      event.preventDefault();
      show(frame.querySelector("svg .entry a") ?? links[0]);
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
