/* Source lines: #L10-L20 marks a range; a click on a number links to it, with Shift to a range. */

const code = document.querySelector(".code");

function range() {
  const match = /^#L(\d+)(?:-L?(\d+))?$/.exec(location.hash);
  if (!match) return null;
  const [from, to] = [Number(match[1]), Number(match[2] ?? match[1])];
  return from <= to ? [from, to] : [to, from];
}

function show(scroll) {
  const found = range();
  if (!found) return;
  for (const line of code.querySelectorAll(".line.marked")) line.classList.remove("marked");
  for (let number = found[0]; number <= found[1]; number++) document.getElementById(`L${number}`)?.classList.add("marked");
  if (scroll) document.getElementById(`L${found[0]}`)?.scrollIntoView();
}

if (code) {
  code.addEventListener("click", (event) => {
    const number = event.target.closest(".no");
    if (!number || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const to = Number(number.dataset.n);
    const from = event.shiftKey ? range()?.[0] ?? to : to;
    const [first, last] = from <= to ? [from, to] : [to, from];
    const url = new URL(location.href);
    url.searchParams.set("lines", first === last ? `${first}` : `${first}-${last}`);
    url.hash = first === last ? `L${first}` : `L${first}-L${last}`;
    history.replaceState(null, "", url);
    show(false);
  });
  addEventListener("hashchange", () => show(true));
  if (location.hash.includes("-")) show(true);
}
