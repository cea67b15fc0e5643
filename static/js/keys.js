/* Keyboard: shortcuts that never fire while someone types, menus that close on Escape, the help dialog. */

import { toggleTheme } from "./theme.js";

let waitingForG = -Infinity; // no page is so young that a key could follow a g

function typing(target) {
  return target.closest?.("input:not([type=radio], [type=checkbox]), select, textarea, [contenteditable]") !== null;
}

/* A control of the page that has this key, such as the number of steps of a graph. */
function controlOf(key) {
  return key.length === 1 ? document.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
}

/* The focus stays where it is, so that the arrow keys go on with the picture; only from one choice of a row does it go to another. */
function press(control) {
  if (control.type === "radio" && document.activeElement?.name === control.name) control.focus();
  control.click();
}

function follow(selector) {
  document.querySelector(selector)?.click();
}

/* The help names the keys that do something on this page. */
function openHelp() {
  for (const row of document.querySelectorAll("dialog.help [data-needs]")) {
    row.hidden = !document.querySelector(row.dataset.needs);
  }
  document.querySelector("dialog.help")?.showModal();
}

/* The filter of the page itself where it has one (`own`), else the search over everything: its box, or where it leads on a small screen. */
function search(own) {
  const boxes = [...(own ? document.querySelectorAll("[data-filter]") : []), ...document.querySelectorAll("[data-search], #search-box")];
  const box = boxes.find((one) => one.checkVisibility());
  if (box) {
    box.focus();
    box.select();
  } else {
    follow("[data-go=search]");
  }
}

function step(direction) {
  const sections = [...document.querySelectorAll(".prose > section[id]")];
  if (!sections.length) return;
  const edge = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const tops = sections.map((section) => section.getBoundingClientRect().top - edge);
  let at = direction > 0 ? tops.findIndex((top) => top > 8) : tops.findLastIndex((top) => top < -8);
  if (at < 0) at = direction > 0 ? sections.length - 1 : 0;
  sections[at].scrollIntoView();
}

const ACTIONS = {
  "?": openHelp,
  t: toggleTheme,
  j: () => step(1),
  k: () => step(-1),
};

const PLACES = {
  a: "[data-go=ask]",
  h: "[data-go=home]",
  d: "[data-go=document]",
  b: "[data-go=start]",
  g: "[data-go=graph]",
  v: "[data-go=versions]",
  f: "[data-go=files]",
  s: "[data-go=syncs]",
};

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      menu.open = false;
      if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    }
    return;
  }
  if (event.key === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
    if (document.querySelector("[data-go=search]") && !document.querySelector("dialog[open]")) {
      event.preventDefault();
      search(false);
    }
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || document.querySelector("dialog[open]")) return;
  if (document.body.dataset.shortcuts === "off") return;
  if (event.timeStamp - waitingForG < 1500 && PLACES[event.key]) {
    waitingForG = -Infinity;
    event.preventDefault();
    follow(PLACES[event.key]);
  } else if (event.key === "/") {
    if (document.querySelector("[data-filter], [data-go=search]")) { // elsewhere the key is the browser's
      event.preventDefault();
      search(true);
    }
  } else if (event.key === "g") {
    waitingForG = event.timeStamp;
  } else if (ACTIONS[event.key]) {
    event.preventDefault();
    ACTIONS[event.key]();
  } else if (controlOf(event.key)) {
    event.preventDefault();
    press(controlOf(event.key));
  }
});

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
  if (event.target.closest("[data-open-help]")) openHelp();
  if (event.target.matches?.("dialog.help")) event.target.close();
});
