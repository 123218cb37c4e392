/** Where the choice is kept; the early script in the page's head reads the same key before the first paint. */
export const themeStorageKey = "folio-theme";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** Used where the browser keeps nothing (blocked storage): the choice then lasts as long as the page. */
let unstored: Theme = "system";
const listeners = new Set<() => void>();

/** The theme that a stored text means; anything else is "system". */
export function parseTheme(stored: string | null): Theme {
  return themes.find((theme) => theme === stored) ?? "system";
}

/** What this visitor chose. Browser only. */
export function readTheme(): Theme {
  try {
    return parseTheme(localStorage.getItem(themeStorageKey));
  } catch {
    return unstored;
  }
}

/** Puts a choice on the page: `data-theme` on the root element, none for the system's. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

/** Remembers and applies a choice, here and in other open tabs. */
export function chooseTheme(theme: Theme): void {
  unstored = theme;
  try {
    if (theme === "system") localStorage.removeItem(themeStorageKey);
    else localStorage.setItem(themeStorageKey, theme);
  } catch {
    // Storage is blocked or full: the choice holds for this page.
  }
  applyTheme(theme);
  for (const listener of listeners) listener();
}

/** Calls back when the choice changes, in this tab or in another (whose choice is applied here too). */
export function subscribeToTheme(onChange: () => void): () => void {
  function handleStorage(event: StorageEvent) {
    // A null key means that everything was cleared.
    if (event.key !== themeStorageKey && event.key !== null) return;
    applyTheme(readTheme());
    onChange();
  }
  listeners.add(onChange);
  window.addEventListener("storage", handleStorage);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener("storage", handleStorage);
  };
}
