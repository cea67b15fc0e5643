/* Copy buttons: [data-copy] holds the text, or the id of the element whose text is copied. */

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy], [data-copy-from]");
  if (!button) return;
  const text = button.dataset.copyFrom ? document.getElementById(button.dataset.copyFrom).innerText : button.dataset.copy;
  if (button.dataset.done !== undefined) return; // it still says so
  const label = button.getAttribute("aria-label");
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return; // no permission: the text can still be selected by hand
  }
  button.dataset.done = "";
  button.setAttribute("aria-label", button.dataset.copied);
  told.textContent = button.dataset.copied;
  setTimeout(() => {
    delete button.dataset.done;
    button.setAttribute("aria-label", label);
    told.textContent = "";
  }, 1600);
});

/* Read out beside the button, whose own new name not every reader says. */
const told = document.createElement("p");
told.className = "visually-hidden";
told.setAttribute("role", "status");
document.getElementById("main").append(told);

for (const button of document.querySelectorAll("[data-copy], [data-copy-from]")) button.hidden = !navigator.clipboard;
