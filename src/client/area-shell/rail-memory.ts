/** Storage key for the state of the rail of the budget and account areas. */
export const railStorageKey = "folio-rail";

/** Fallback if storage is blocked; lasts as long as the page. */
let unstored: string | null = null;

/** Returns whether the person expanded the rail; null if they haven't chosen. */
export function readRailChoice(): boolean | null {
  return parseRailChoice(storedText());
}

/** Parses a stored choice; null for unknown text. */
export function parseRailChoice(stored: string | null): boolean | null {
  if (stored === "expanded") return true;
  return stored === "collapsed" ? false : null;
}

/** Stores the choice for the next page and visit. */
export function keepRailChoice(isExpanded: boolean): void {
  unstored = isExpanded ? "expanded" : "collapsed";
  try {
    localStorage.setItem(railStorageKey, unstored);
  } catch {
    // Storage is blocked or full; the choice lasts for this page.
  }
}

function storedText(): string | null {
  try {
    return localStorage.getItem(railStorageKey) ?? unstored;
  } catch {
    return unstored;
  }
}
