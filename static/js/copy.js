/* Copy buttons: [data-copy] holds the text, or the id of the element whose text is copied. */

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy], [data-copy-from]");
  if (!button) return;
  const text = button.dataset.copyFrom ? document.getElementById(button.dataset.copyFrom).innerText : button.dataset.copy;
  const label = button.getAttribute("aria-label");
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return; // no permission: the text can still be selected by hand
  }
  button.dataset.done = "";
  button.setAttribute("aria-label", button.dataset.copied);
  setTimeout(() => {
    delete button.dataset.done;
    button.setAttribute("aria-label", label);
  }, 1600);
});

for (const button of document.querySelectorAll("[data-copy], [data-copy-from]")) button.hidden = !navigator.clipboard;
