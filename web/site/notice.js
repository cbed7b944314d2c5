// Notices of the page without a server, above everything else.
import { button, el } from "../shell/elements.js";
import { siteText } from "./texts.js";

/**
 * Shows a notice until the page is loaded again.
 * @param {string} key
 * @param {Record<string, string>} [args]
 * @param {{ text: string, act: () => void }} [choice] What the user may do about it.
 */
export function showNotice(key, args = {}, choice) {
  const id = `notice-${key}`;
  if (document.getElementById(id)) return;
  const row = el("p", { id, class: "banner", role: "alert" }, siteText(key, args), choice && button(null, siteText(choice.text), choice.act));
  document.querySelector("header.bar")?.after(row);
}
