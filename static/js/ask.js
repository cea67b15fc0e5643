/* A question is answered while one watches: the parts of the answer come as server-sent events, and the whole replaces them at the end. */

const form = document.getElementById("ask-form");
const place = () => document.getElementById("answer");
const told = document.getElementById("ask-told");
const says = (name) => form.querySelector(`template[data-says="${name}"]`).content.cloneNode(true);
let running = null;

/* The events of a stream, one by one: {name, data}. */
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const lines = block.split("\n");
      const field = (name) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      if (field("event")) yield { name: field("event"), data: JSON.parse(field("data")) };
    }
  }
}

function busy(is) {
  form.querySelector("[data-ask]").disabled = is;
  form.querySelector("[data-stop]").hidden = !is;
}

/* An empty place for an answer, whose parts are read out as they come. */
function clear() {
  told.replaceChildren();
  if (place().matches("[aria-live]")) return place().replaceChildren(); // one that was there before is read out best
  const next = document.createElement("div");
  next.id = "answer";
  next.setAttribute("aria-live", "polite");
  place().replaceWith(next);
}

function tell(name, text) {
  place().querySelector(".state.busy")?.remove();
  const note = says(name);
  if (text) note.querySelector("div > div").textContent = text;
  place().append(note);
}

/* What stands instead of a stream: the sentence of a page of errors, a line of plain text, or the door. */
async function refused(response) {
  if (response.redirected) return tell("signed-out");
  const text = await response.text();
  const isPage = response.headers.get("Content-Type")?.startsWith("text/html");
  const sentence = isPage ? new DOMParser().parseFromString(text, "text/html").querySelector(".error-page .soft")?.textContent : text;
  if (sentence?.trim()) tell("failed", sentence.trim());
  else tell("cut");
}

/* A statement begins a paragraph or an item of its own, or goes on with the one before it. */
function add(text, { html, begins }) {
  const piece = document.createElement("template");
  piece.innerHTML = html;
  const last = text.lastElementChild;
  if (begins === "" && last?.matches("p, ul")) {
    (last.querySelector("li:last-child") ?? last).append(" ", ...(piece.content.querySelector("p")?.childNodes ?? []));
  } else {
    text.append(piece.content);
  }
}

async function show(response) {
  const status = document.createElement("div");
  const text = document.createElement("div");
  text.className = "section-body answer-text";
  status.append(says("wait"));
  place().replaceChildren(status, text);
  let address = "";
  for await (const { name, data } of events(response.body)) {
    if (name === "started") {
      address = data.address;
      status.innerHTML = data.html;
      history.replaceState(history.state, "", address);
    } else if (name === "failed") {
      const note = document.createElement("textarea");
      note.innerHTML = data.html; // escaped text
      tell("failed", note.value);
      return true;
    } else if (name === "finished") {
      await htmx.ajax("GET", address, { target: "#answer", swap: "outerHTML" });
      told.append(place().querySelector(".notice[role=status]")?.textContent.trim() ?? says("whole"));
      return true;
    } else {
      add(text, data);
    }
  }
  return false;
}

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (running) return;
  running = new AbortController();
  busy(true);
  clear();
  place().append(says("wait"));
  try {
    const body = new URLSearchParams(new FormData(form));
    const response = await fetch(form.dataset.stream, { method: "POST", body, signal: running.signal });
    if (!response.headers.get("Content-Type")?.startsWith("text/event-stream")) await refused(response);
    else if (!(await show(response))) tell("cut");
  } catch (error) {
    tell(error.name === "AbortError" ? "stopped" : "cut");
  } finally {
    running = null;
    busy(false);
  }
});

form?.addEventListener("click", (event) => {
  if (event.target.closest("[data-stop]")) running?.abort();
});

form?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.target.id !== "question") return;
  event.preventDefault();
  form.requestSubmit();
});
