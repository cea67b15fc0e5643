/* The search for symbols by keyboard: down from its box, or from nowhere, into the matches, up and down among them, Escape back to the box. */

const box = document.getElementById("find-symbol");
const found = () => [...document.querySelectorAll("#found a")];

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return;
  const links = found();
  const at = links.indexOf(event.target);
  const nowhere = event.target === document.body || event.target.id === "main";
  if (event.target !== box && at < 0 && !nowhere) return;
  if (event.key === "ArrowDown" && at + 1 < links.length) {
    event.preventDefault();
    links[at + 1].focus();
  } else if (event.key === "ArrowUp" && at >= 0) {
    event.preventDefault();
    (links[at - 1] ?? box).focus();
  } else if (event.key === "Escape" && at >= 0) {
    box.focus();
  }
});
