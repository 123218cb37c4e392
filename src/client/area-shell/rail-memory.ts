/** Where it is kept whether the rail of the budget and account areas is expanded. */
export const railStorageKey = "folio-rail";

/** Used where the browser keeps nothing (blocked storage): the choice then lasts as long as the page. */
let unstored: string | null = null;

/** Whether the person wants the rail expanded; null while nobody has chosen. */
export function readRailChoice(): boolean | null {
  return parseRailChoice(storedText());
}

/** What a stored text means; anything unknown counts as no choice. */
export function parseRailChoice(stored: string | null): boolean | null {
  if (stored === "expanded") return true;
  return stored === "collapsed" ? false : null;
}

/** Remembers the choice for the next page and the next visit. */
export function keepRailChoice(isExpanded: boolean): void {
  unstored = isExpanded ? "expanded" : "collapsed";
  try {
    localStorage.setItem(railStorageKey, unstored);
  } catch {
    // Storage is blocked or full: the choice holds for this page.
  }
}

function storedText(): string | null {
  try {
    return localStorage.getItem(railStorageKey) ?? unstored;
  } catch {
    return unstored;
  }
}
