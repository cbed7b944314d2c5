// Sets theme and language before the first paint.
{
  const kept = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
  const root = document.documentElement;
  const theme = kept("agon.theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  const known = ["en", "el", "sr"];
  const wanted = [kept("agon.language"), ...navigator.languages].map((code) => (code ?? "").slice(0, 2).toLowerCase());
  root.lang = wanted.find((code) => known.includes(code)) ?? "en";
}
