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
  // Who reads Serbo-Croatian or Montenegrin reads the Serbian page; a Croat or a Bosnian does, too, but may prefer another language of the list.
  /** @type {Record<string, string>} */
  const supported = { en: "en", el: "el", sr: "sr", sh: "sr", cnr: "sr" };
  /** @type {Record<string, string>} */
  const close = { hr: "sr", bs: "sr" };
  const preferred = [saved("agon.language"), ...navigator.languages].map((code) => (code ?? "").split("-")[0].toLowerCase());
  const found = preferred.flatMap((code) => supported[code] ?? [])[0] ?? preferred.flatMap((code) => close[code] ?? [])[0];
  root.lang = found ?? "en";
}
