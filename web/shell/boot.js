// Applies the saved theme and language before the first paint.
{
  /**
   * @param {string} key
   * @returns {string | null}
   */
  const saved = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
  const root = document.documentElement;
  const theme = saved("agon.theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  const supported = ["en", "el", "sr"];
  const preferred = [saved("agon.language"), ...navigator.languages].map((code) => (code ?? "").slice(0, 2).toLowerCase());
  root.lang = preferred.find((code) => supported.includes(code)) ?? "en";
}
