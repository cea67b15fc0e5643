/* Searches by keyboard: down from a box, or from nowhere, into what it found (its data-list), up and down there, Escape back to the box. */

const quick = document.getElementById("quick");

const boxes = () => [...document.querySelectorAll("[data-list]")];
const found = (box) => [...document.querySelectorAll(box.dataset.list)];

/* The box a key belongs to; one pressed nowhere is for that of the page itself. */
function boxOf(target) {
  const own = boxes().find((box) => box === target || found(box).includes(target));
  const nowhere = target === document.body || target.id === "main";
  return own ?? (nowhere ? document.querySelector("main [data-list]") : null);
}

/* The box of the bar says whether its suggestions are in view. */
function mark() {
  document.getElementById("bar-search").setAttribute("aria-expanded", `${quick.checkVisibility()}`);
}

/* Nothing that is on its way, or about to be asked for, may bring the suggestions back. */
function empty(box) {
  box.value = "";
  htmx.trigger(box.form, "htmx:abort");
  box.dispatchEvent(new Event("input", { bubbles: true }));
  quick.replaceChildren();
  document.getElementById("quick-told").replaceChildren();
  box.blur();
}

/* What was found before answers nothing any more. */
function sayAway(event) {
  const form = event.target.closest("form[data-away]");
  if (!form) return;
  const note = document.createElement("p");
  note.className = "notice warn";
  note.setAttribute("role", "alert");
  note.textContent = form.dataset.away;
  document.querySelector(form.getAttribute("hx-target")).replaceChildren(note);
  if (quick) mark();
}

for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) document.addEventListener(name, sayAway);
quick?.addEventListener("htmx:afterSwap", mark);
for (const name of ["focusin", "focusout"]) {
  quick?.closest("form").addEventListener(name, () => requestAnimationFrame(mark)); // once the focus has gone where it goes
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return;
  const box = boxOf(event.target);
  if (!box) return;
  const links = found(box);
  const at = links.indexOf(event.target);
  if (event.key === "ArrowDown" && at + 1 < links.length) {
    event.preventDefault();
    links[at + 1].focus();
  } else if (event.key === "ArrowUp" && at >= 0) {
    event.preventDefault();
    (links[at - 1] ?? box).focus();
  } else if (event.key === "Escape" && at >= 0) {
    box.focus();
  } else if (event.key === "Escape" && event.target === box && box.id === "bar-search") {
    empty(box);
  }
});
