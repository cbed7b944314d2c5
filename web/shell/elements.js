// Functions that create HTML elements and icons.
/** @import { Attributes, AttributeValue, Child } from "./dom.d.ts" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes (functions become listeners) and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  element.append(...flatNodes(children));
  return element;
}

/**
 * Nested children as one list, without the empty ones.
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
export function flatNodes(children) {
  return children.flatMap((child) => {
    if (Array.isArray(child)) return flatNodes(child);
    if (child === null || child === undefined || child === false) return [];
    return [typeof child === "number" ? String(child) : child];
  });
}

/**
 * The element of the page with an id that index.html gives it.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no #${id}`);
  return element;
}

/**
 * A button with an icon and a label; with `iconOnly` the label is only announced.
 * @param {IconName | null} name
 * @param {string} label
 * @param {() => void} onclick
 * @param {Attributes & { iconOnly?: boolean }} [options]
 */
export function button(name, label, onclick, { iconOnly = false, ...attributes } = {}) {
  const text = iconOnly ? null : el("span", {}, label);
  const labelled = iconOnly ? { "aria-label": label, title: label } : {};
  return el("button", { type: "button", onclick, ...labelled, ...attributes }, name ? icon(name) : null, text);
}

/**
 * Replaces the icon and the label of a button.
 * @param {HTMLButtonElement} target
 * @param {IconName} name
 * @param {string} label
 */
export function relabel(target, name, label) {
  target.replaceChildren(icon(name), el("span", {}, label));
}

/**
 * A labelled form field.
 * @param {string} label
 * @param {HTMLElement} input
 * @param {Attributes} [attributes]
 */
export function field(label, input, attributes = {}) {
  return el("label", { class: "field", ...attributes }, el("span", {}, label), input);
}

/**
 * A drop-down list of `[value, label]` options.
 * @param {(readonly [string | number, string])[]} options
 * @param {string | number | null | undefined} selected
 * @param {Attributes} [attributes]
 */
export function dropdown(options, selected, attributes = {}) {
  const items = options.map(([value, label]) => el("option", { value, selected: value === selected }, label));
  return el("select", attributes, items);
}

/**
 * A group of radio buttons of `[value, label]` options.
 * @param {string} name
 * @param {string} legend
 * @param {(readonly [string, string])[]} options
 * @param {string} selected
 * @param {() => void} onchange
 */
export function radios(name, legend, options, selected, onchange) {
  return el("fieldset", { class: "radios" }, el("legend", {}, legend),
    options.map(([value, label]) => el("label", {}, el("input", { type: "radio", name, value, checked: value === selected, onchange }), label)));
}

/**
 * An icon by its name; it is not announced.
 * @param {IconName} name
 */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {AttributeValue} value
 */
function set(element, name, value) {
  if (typeof value === "function") element.addEventListener(name.slice(2), value);
  else if (name === "value" || (name in element && typeof value === "boolean")) Object.assign(element, { [name]: value });
  else if (value !== null && value !== undefined) element.setAttribute(name, String(value));
}

/** @typedef {keyof typeof ICONS} IconName */

const ICONS = {
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  book: "M12 6.5C10 5 7 4.5 4 5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5zm0 0v13",
  load: "M12 16V4m-5 5 5-5 5 5M4 16v4h16v-4",
  save: "M12 4v12m-5-5 5 5 5-5M4 16v4h16v-4",
  bin: "M4 7h16M9 7V4h6v3m3 0-1 13H7L6 7m4 4v5m4-5v5",
  undo: "M9 6 4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3",
  redo: "m15 6 5 5-5 5m5-5H10a5 5 0 0 0 0 10h3",
  first: "M6 5v14M19 5l-9 7 9 7z",
  previous: "m15 5-8 7 8 7",
  next: "m9 5 8 7-8 7",
  last: "M18 5v14M5 5l9 7-9 7z",
  flip: "M7 4v14m0 0-3-3m3 3 3-3M17 20V6m0 0-3 3m3-3 3 3",
  hint: "M9 17h6M10 20.5h4M12 3a6 6 0 0 0-3.5 10.9c.6.5.9 1 .9 1.6V17h5.2v-1.5c0-.6.3-1.1.9-1.6A6 6 0 0 0 12 3z",
  play: "M7 4.5v15l12-7.5z",
  pause: "M8 5v14M16 5v14",
  step: "M4 5v14l10-7zM18 9l2-1.5V17",
  chart: "M4 4v16h16M7 15l4-5 3 3 5-7",
  tree: "M12 4v5m0 0-6 4v2m6-6 6 4v2M10 2h4v3h-4zM4 16h4v4H4zm12 0h4v4h-4z",
  check: "M4 12.5 9.5 18 20 6",
  share: "M12 15V3m-4 4 4-4 4 4M6 11H4v10h16V11h-2",
  keys: "M3 6h18v12H3zM6 10h1m3 0h1m3 0h1m3 0h1M7 14h10",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-8 9c0-4 3.5-6.5 8-6.5s8 2.5 8 6.5",
  chip: "M7 7h10v10H7zM10 10h4v4h-4zM9 3v4m6-4v4M9 17v4m6-4v4M3 9h4m-4 6h4m10-6h4m-4 6h4",
  edit: "m4 20 1-4L16 5l3 3L8 19z",
  theme: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  up: "M12 19V5m-6 6 6-6 6 6",
  down: "M12 5v14m-6-6 6 6 6-6",
  left: "M19 12H5m6-6-6 6 6 6",
  right: "M5 12h14m-6-6 6 6-6 6",
  close: "m6 6 12 12M18 6 6 18",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  flag: "M6 21V4m0 1c4-2 7 2 12 0v8c-5 2-8-2-12 0",
  draw: "M5 9h14M5 15h14",
  home: "M4 11 12 4l8 7M6 10v10h12V10M10 20v-6h4v6",
  bell: "M6 17v-6a6 6 0 0 1 12 0v6l2 2H4zM10 22h4",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  sound: "M4 9v6h4l5 4V5L8 9zM17 9a4 4 0 0 1 0 6M19.5 6.5a8 8 0 0 1 0 11",
  dice: "M4 4h16v16H4zM8 8h.01M16 8h.01M12 12h.01M8 16h.01M16 16h.01",
};
