/* A large picture opens at what it is about: the box in the middle of the neighbourhood. */

function centre() {
  for (const frame of document.querySelectorAll(".graph-picture figure")) {
    const box = frame.querySelector("svg .entry");
    if (!box) continue;
    const [inner, outer] = [box.getBoundingClientRect(), frame.getBoundingClientRect()];
    frame.scrollLeft += inner.x + inner.width / 2 - outer.x - outer.width / 2;
    frame.scrollTop += inner.y + inner.height / 2 - outer.y - outer.height / 2;
  }
}

centre();
document.body.addEventListener("htmx:afterSettle", centre);
