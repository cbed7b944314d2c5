// A check of the page's accessibility.

/** What is wrong with the page for those who see, hear or move otherwise. */
const accessFaults = () => {
  /** @type {string[]} */
  const faults = [];
  /**
   * @param {string} fault
   * @param {Element} node
   */
  const report = (fault, node) => faults.push(`${fault}: ${node.outerHTML.replace(/\s+/g, " ").slice(0, 160)}`);
  const all = [...document.querySelectorAll("body, body *")].filter((node) => !node.closest("script, style, noscript"));
  const open = document.querySelector("dialog[open]");
  /** @param {Element} node */
  const isAnnounced = (node) => !node.closest("[aria-hidden=true]") && isShown(node) && (!open || open.contains(node));

  /**
   * The accessible name of an element, as far as the page uses the ways to give one.
   * @param {Element} node
   */
  const nameOf = (node) => {
    const by = node.getAttribute("aria-labelledby");
    if (by) return by.split(/\s+/).map((id) => document.getElementById(id)?.textContent ?? "").join(" ").trim();
    const label = node.getAttribute("aria-label");
    if (label) return label.trim();
    const isField = node instanceof HTMLInputElement || node instanceof HTMLSelectElement || node instanceof HTMLTextAreaElement;
    if (isField && node.labels?.length) {
      /** @param {HTMLLabelElement} label */
      const own = (label) => [...label.childNodes].filter((child) => !child.contains(node)).map((child) => child.textContent).join("");
      return [...node.labels].map(own).join(" ").trim();
    }
    if (isField) return node.title.trim();
    const spoken = /** @type {Element} */ (node.cloneNode(true));
    spoken.querySelectorAll("[aria-hidden=true]").forEach((part) => part.remove());
    return (spoken.textContent?.trim() || node.getAttribute("title") || "").trim();
  };

  // Names.
  const INTERACTIVE = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [role=gridcell], [role=option], [role=treeitem], [role=slider]";
  const ROLES = "alert alertdialog application button checkbox dialog grid gridcell group heading img list listbox listitem log main navigation none note option presentation radio region row separator rowgroup rowheader columnheader slider status switch tab tablist tabpanel table textbox toolbar tree treeitem".split(" ");
  for (const node of all.filter(isAnnounced)) {
    if (node.matches(INTERACTIVE) && node.id !== "content" && !nameOf(node)) report("has no name", node);
    if (node.matches("[role=img], [role=grid], [role=listbox], [role=tree], dialog, nav, fieldset") && !(nameOf(node) || node.querySelector("legend"))) report("has no name", node);
    const role = node.getAttribute("role");
    if (role && !ROLES.includes(role)) report("has no role that is known", node);
    if (node.matches("img") && !node.hasAttribute("alt")) report("has no alternative text", node);
    if (node.tagName === "svg" && !node.closest("[role=img], [role=group]") && !nameOf(node)) report("is a picture without a name", node);
    for (const reference of ["aria-labelledby", "aria-describedby", "aria-controls", "aria-activedescendant", "for"]) {
      for (const id of (node.getAttribute(reference) ?? "").split(/\s+/).filter(Boolean)) {
        if (!document.getElementById(id)) report(`speaks of #${id}, which is not there`, node);
      }
    }
  }

  // What lies in what.
  /** @type {Record<string, string>} */
  const WITHIN = { gridcell: "row", row: "grid", option: "listbox", treeitem: "tree" };
  for (const node of all) {
    const within = WITHIN[node.getAttribute("role") ?? ""];
    if (within && !node.parentElement?.closest(`[role=${within}]`)) report(`is in no ${within}`, node);
    if (node.closest("[aria-hidden=true]") && (node instanceof HTMLElement || node instanceof SVGElement) && node.tabIndex >= 0 && isShown(node) && node.matches(INTERACTIVE)) report("is hidden but can have the focus", node);
  }
  for (const grid of document.querySelectorAll("[role=grid]")) {
    if (!grid.querySelector("[role=row] [role=gridcell]")) report("has no cells", grid);
    if (grid.querySelectorAll("[role=gridcell][tabindex='0']").length !== 1) report("has not one cell for Tab", grid);
    for (const child of grid.children) if (child.getAttribute("role") !== "row") report("has something else than rows", grid);
    const rows = [...grid.children].map((row) => Number(row.getAttribute("aria-rowindex")));
    if (rows.some((row, place) => row < 1 || (place && row <= rows[place - 1]))) report("has rows out of order", grid);
  }
  const ids = all.map((node) => node.id).filter(Boolean);
  for (const id of new Set(ids.filter((id, place) => ids.indexOf(id) !== place))) faults.push(`#${id} is there twice`);

  // Headings.
  const scope = open ?? document.querySelector("main") ?? document.body;
  const headings = [...scope.querySelectorAll("h1, h2, h3, h4")].filter(isAnnounced).map((node) => Number(node.tagName[1]));
  if (!open && headings.filter((level) => level === 1).length !== 1) faults.push(`there is not one h1: ${headings}`);
  headings.forEach((level, place) => {
    if (place && level > headings[place - 1] + 1) faults.push(`headings skip a level: ${headings}`);
  });
  if (!document.documentElement.lang || !document.title) faults.push("the page has no language or no title");

  // Contrast.
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!canvas) throw new Error("the browser has no canvas");
  /** @typedef {[red: number, green: number, blue: number, alpha: number]} Colour */
  /**
   * @param {string} colour
   * @returns {Colour}
   */
  const parse = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  /**
   * A colour over another one.
   * @param {Colour} top
   * @param {number[]} below
   */
  const blend = (top, below) => [0, 1, 2].map((part) => top[part] * top[3] + below[part] * (1 - top[3]));
  /**
   * The relative luminance of a colour.
   * @param {number[]} colour
   */
  const luminance = (colour) => {
    const [red, green, blue] = colour.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  /**
   * The colour behind an element; null if it is a picture.
   * @param {Element} node
   */
  const behind = (node) => {
    /** @type {Colour[]} */
    const layers = [];
    /** @type {Element | null} */
    let at = node;
    for (; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none") return null;
      const colour = parse(style.backgroundColor);
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] === 1) break;
    }
    const ground = parse(getComputedStyle(document.documentElement).backgroundColor);
    return layers.reverse().reduce((/** @type {number[]} */ below, layer) => blend(layer, below), ground[3] ? ground.slice(0, 3) : [255, 255, 255]);
  };
  for (const node of all.filter(isShown)) {
    const text = [...node.childNodes].some((child) => child instanceof Text && child.data.trim());
    if (!text || node.closest("svg, :disabled, option") || node.matches(".visually-hidden, .visually-hidden *") || (open && !open.contains(node))) continue;
    const ground = behind(node);
    if (!ground) continue;
    const style = getComputedStyle(node);
    let opacity = 1;
    /** @type {Element | null} */
    let at = node;
    for (; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    const ink = parse(style.color);
    ink[3] *= opacity;
    const [one, two] = [luminance(blend(ink, ground)), luminance(ground)].sort((a, b) => b - a);
    const ratio = (one + 0.05) / (two + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) report(`has a contrast of ${ratio.toFixed(2)}`, node);
  }
  return faults;
};
