// Why a move is good or bad: what is proven of it in words, and the cells that each reason is about.
import { shortMove } from "../boards/labels.js";
import { sideName } from "../shell/display-names.js";
import { el } from "../shell/elements.js";
import { has, locale, number, t } from "../shell/i18n.js";
/** @import { Claim, ClaimArg, MoveExplanation } from "../protocol.d.ts" */

/** @typedef {(cells: string[]) => void} PointOut Marks cells on the board; none if there are none. */

/**
 * A claim as a clause.
 * @param {string} game
 * @param {Claim} claim
 */
export function reasonText(game, { kind, args }) {
  const count = args.count;
  const one = `explain.${kind}.one`;
  const isOne = count && "number" in count && count.number === 1 && has(one);
  const words = Object.entries(args).flatMap(([name, arg]) => (arg ? [[name, argText(game, arg)]] : []));
  return t(isOne ? one : `explain.${kind}`, Object.fromEntries(words));
}

/**
 * @param {string} game
 * @param {ClaimArg} arg
 */
function argText(game, arg) {
  if ("side" in arg) return sideName(game, arg.side);
  if ("cell" in arg) return arg.cell;
  if ("cells" in arg) return list(arg.cells);
  if ("number" in arg) return number(arg.number);
  if ("numbers" in arg) return list(arg.numbers.map(number));
  if ("move" in arg) return shortMove(game, arg.move);
  if ("points" in arg) return number(arg.points);
  return arg.name;
}

/** @param {string[]} items */
function list(items) {
  return new Intl.ListFormat(locale()).format(items);
}

/**
 * The claims of an explanation as one text; empty if there are none.
 * @param {string} game
 * @param {Claim[]} claims
 */
export function reasonsText(game, claims) {
  return claims.map((claim) => reasonText(game, claim)).join("; ");
}

/**
 * The cells that a claim is about.
 * @param {Claim} claim
 */
export function cellsOf({ args }) {
  return Object.values(args).flatMap((arg) => (!arg ? [] : "cells" in arg ? arg.cells : "cell" in arg ? [arg.cell] : []));
}

/**
 * The reasons as a list: those of the move, then those of the better one. A reason with cells marks
 * them while it is pointed at or has the focus.
 * @param {string} game
 * @param {MoveExplanation | null | undefined} explanation
 * @param {PointOut} pointOut
 */
export function reasons(game, explanation, pointOut) {
  const { claims = [], better = null } = explanation ?? {};
  /**
   * @param {Claim} claim
   * @param {string} mv
   */
  const reason = (claim, mv = "") => {
    const cells = cellsOf(claim);
    const text = sentence(mv ? t("explain_better", { move: mv, why: reasonText(game, claim) }) : reasonText(game, claim));
    const on = () => pointOut(cells);
    const off = () => pointOut([]);
    const shown = cells.length
      ? el("button", { type: "button", class: "reason", onpointerenter: on, onpointerleave: off, onfocus: on, onblur: off, onclick: on }, text)
      : el("span", { class: "reason" }, text);
    return el("li", { class: claim.good ? "good" : "bad" }, shown);
  };
  const all = [...claims.map((claim) => reason(claim)), ...(better?.claims ?? []).map((claim) => reason(claim, shortMove(game, better?.mv ?? "")))];
  return all.length ? el("ul", { class: "reasons" }, all) : null;
}

/** @param {string} text */
function sentence(text) {
  return `${text.charAt(0).toLocaleUpperCase(locale())}${text.slice(1)}.`;
}
