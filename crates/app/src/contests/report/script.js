"use strict";
const games = JSON.parse(document.getElementById("data").textContent).games;
const at = (id) => document.getElementById(id);
let game = null;
let ply = 0;

/** What every cell shows after so many moves. */
function faces(board, ply) {
  const shown = new Map();
  for (const step of board.steps.slice(0, ply + 1)) {
    for (const [place, face] of step) shown.set(place, face);
  }
  return shown;
}

function cell(face, changed) {
  const td = document.createElement("td");
  if (face === undefined || face === null) {
    td.className = "none";
    return td;
  }
  if (changed) td.className = "changed";
  const [height, letters] = [face.slice(0, face.indexOf("|")), face.slice(face.indexOf("|") + 1)];
  if (height) {
    const span = document.createElement("span");
    span.className = "height";
    span.textContent = height;
    td.append(span);
  }
  const signs = [...letters];
  for (let i = 0; i + 1 < signs.length; i += 2) {
    const span = document.createElement("span");
    span.className = "p" + signs[i];
    span.textContent = signs[i + 1];
    td.append(span);
  }
  return td;
}

function draw() {
  const { rows, columns, walls, steps } = game.board;
  const shown = faces(game.board, ply);
  const changed = new Set(ply > 0 ? steps[ply].map(([place]) => place) : []);
  const table = document.createElement("table");
  const head = table.insertRow();
  for (const label of ["", ...columns]) {
    const th = document.createElement("th");
    th.textContent = label;
    head.append(th);
  }
  const cells = [];
  rows.forEach((label, row) => {
    const line = table.insertRow();
    const th = document.createElement("th");
    th.textContent = label;
    line.append(th);
    columns.forEach((_, column) => {
      const place = row * columns.length + column;
      const td = cell(shown.get(place), changed.has(place));
      cells[place] = td;
      line.append(td);
    });
  });
  for (const [one, other] of walls) {
    const [low, high] = [Math.min(one, other), Math.max(one, other)];
    const side = high - low === 1 ? "borderRight" : "borderBottom";
    cells[low].style[side] = "3px solid currentColor";
  }
  at("board").replaceChildren(table);
  at("ply").textContent = ply === 0 ? "start" : `move ${ply} of ${game.moves.length}: ${game.moves[ply - 1]}`;
  for (const button of at("moves").querySelectorAll("button")) {
    const current = Number(button.dataset.ply) === ply;
    if (current) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}

function go(to) {
  ply = Math.max(0, Math.min(to, game.moves.length));
  draw();
}

function show(key) {
  game = games.find((game) => game.key === key) ?? games[0];
  if (!game) return;
  at("games").value = game.key;
  const depth = game.depth ? `, depth ${game.depth}` : "";
  at("about").textContent = `${game.p1} against ${game.p2}${depth}: ${game.result} (${game.reason})`;
  at("moves").replaceChildren(
    ...game.moves.map((move, index) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.textContent = move;
      button.dataset.ply = index + 1;
      button.onclick = () => go(index + 1);
      item.append(button);
      return item;
    }),
  );
  go(0);
}

for (const { key, p1, p2, result } of games) {
  const option = document.createElement("option");
  option.value = key;
  option.textContent = `${key}: ${p1} against ${p2}, ${result}`;
  at("games").append(option);
}
at("games").onchange = () => show(at("games").value);
at("first").onclick = () => go(0);
at("back").onclick = () => go(ply - 1);
at("on").onclick = () => go(ply + 1);
at("last").onclick = () => go(game.moves.length);
document.addEventListener("keydown", (event) => {
  if (event.target.tagName === "SELECT" || !game) return;
  if (event.key === "ArrowLeft") go(ply - 1);
  if (event.key === "ArrowRight") go(ply + 1);
});
const wanted = () => location.hash.replace("#game-", "");
addEventListener("hashchange", () => {
  show(wanted());
  at("replay").scrollIntoView();
});
show(wanted());
