// The overview of a report: search, filters, and the pages that links lead to.

const find = (id) => document.getElementById(id);

/** Shows what the address names. */
function route() {
  const address = decodeURIComponent(location.hash.slice(1));
  REPORT.keys = {};
  const [, kind, first, second] = address.match(/^(player|game|pair)-([\d.]+)(?:[-/](\d+))?$/) ?? [];
  const view = kind === "player" ? playerView(Number(first)) : kind === "game" ? gameView(first, Number(second ?? 0)) : null;
  find("overview").hidden = view !== null;
  find("view").hidden = view === null;
  if (view) {
    find("view").replaceChildren(...view);
    scrollTo(0, 0);
    return;
  }
  if (kind === "pair") {
    find("one").value = first;
    find("other").value = second ?? "";
    filterGames();
  }
  const target = find(kind === "pair" ? "games" : address);
  if (target && target !== find("overview")) target.scrollIntoView();
}

/** Lists the games that the filters leave. */
function filterGames() {
  const [one, other] = ["one", "other"].map((id) => find(id).value);
  const kind = find("kind").value;
  const has = (game, number) => number === "" || game.p1 === Number(number) || game.p2 === Number(number);
  const fits = (game) => kind === "" || kind === "long" || (kind === "fault" ? isForfeit(game) : game.result === kind);
  const games = REPORT.data.games.filter((game) => has(game, one) && has(game, other) && fits(game));
  if (kind === "long") games.sort((a, b) => b.moves.length - a.moves.length);
  find("count").textContent = `${games.length} of ${REPORT.data.games.length} games`;
  fillList(find("list"), find("more"), games, one === "" ? null : Number(one));
}

/** Hides the standings of other names. */
function searchNames() {
  const wanted = find("search").value.trim().toLocaleLowerCase();
  for (const row of document.querySelectorAll("#standings tbody tr")) {
    row.hidden = !row.dataset.name.toLocaleLowerCase().includes(wanted);
  }
}

/** Changes between light and dark, and remembers it where that is possible. */
function changeTheme() {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
  try {
    localStorage.setItem("agon.report.theme", root.dataset.theme);
  } catch { /* Then it is forgotten with the page. */ }
}

/** Begins, when the data is there. */
function startReport() {
  const data = JSON.parse(find("data").textContent);
  REPORT.data = data;
  REPORT.byKey = new Map(data.games.map((game) => [game.key, game]));
  try {
    const theme = localStorage.getItem("agon.report.theme");
    if (theme) document.documentElement.dataset.theme = theme;
  } catch { /* Then it is that of the system. */ }
  const byName = data.entrants.map(({ name }, number) => [name, number]).sort(([a], [b]) => a.localeCompare(b));
  for (const id of ["one", "other"]) {
    find(id).replaceChildren(make("option", { value: "" }, "anybody"), ...byName.map(([name, number]) => make("option", { value: String(number) }, name)));
    find(id).onchange = filterGames;
  }
  find("kind").onchange = filterGames;
  find("search").oninput = searchNames;
  find("theme").onclick = changeTheme;
  document.addEventListener("keydown", (event) => {
    if (event.target instanceof Element && event.target.matches("input, select") || event.ctrlKey || event.altKey || event.metaKey) return;
    const action = REPORT.keys?.[event.key];
    if (action) {
      event.preventDefault();
      action();
    }
  });
  addEventListener("hashchange", route);
  filterGames();
  if (data.only !== null && !location.hash) history.replaceState(null, "", `#player-${data.only}`);
  route();
}
