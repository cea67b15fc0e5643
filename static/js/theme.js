/* The theme button: switches at once; the server keeps the choice in a cookie and writes it on <html>. */

const root = document.documentElement;

export function toggleTheme() {
  const systemDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : systemDark;
  const next = dark ? "light" : "dark";
  root.dataset.theme = next;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `theme=${next}; path=/; max-age=31536000; samesite=lax${secure}`;
}

document.addEventListener("submit", (event) => {
  if (event.target.matches("[data-theme-form]")) {
    event.preventDefault();
    toggleTheme();
  }
});
