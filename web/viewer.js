// Whose eyes a game with hidden information is looked at through, kept for this tab.

const key = (id) => `agon.viewer.${id}`;

/** Keeps whose eyes a game is looked at through. */
export function keepViewer(id, viewer) {
  try {
    if (viewer) sessionStorage.setItem(key(id), viewer);
    else sessionStorage.removeItem(key(id));
  } catch { /* Then everything is seen after a reload. */ }
}

/** Whose eyes a game was last looked at through; null for everything. */
export function keptViewer(id) {
  try {
    return sessionStorage.getItem(key(id));
  } catch {
    return null;
  }
}
