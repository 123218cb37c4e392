/** Storage key of the theme; the early script in the page's head reads it before the first paint. */
export const themeStorageKey = "folio-theme";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** Fallback if storage is blocked: the selection then lasts as long as the page. */
let unstored: Theme = "system";
const listeners = new Set<() => void>();

/** Parses a stored theme; returns "system" for anything else. */
export function parseTheme(stored: string | null): Theme {
  return themes.find((theme) => theme === stored) ?? "system";
}

/** Returns this visitor's theme. Browser only. */
export function readTheme(): Theme {
  try {
    return parseTheme(localStorage.getItem(themeStorageKey));
  } catch {
    return unstored;
  }
}

/** Applies a theme as `data-theme` on the root element, without the attribute for the system's. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

/** Stores and applies a theme, here and in other open tabs. */
export function chooseTheme(theme: Theme): void {
  unstored = theme;
  try {
    if (theme === "system") localStorage.removeItem(themeStorageKey);
    else localStorage.setItem(themeStorageKey, theme);
  } catch {
    // Storage is blocked or full, so the selection lasts for this page only.
  }
  applyTheme(theme);
  for (const listener of listeners) listener();
}

/** Calls back when the theme changes, in this tab or in another (whose theme is applied here too). */
export function subscribeToTheme(onChange: () => void): () => void {
  function handleStorage(event: StorageEvent) {
    // A null key means that all storage was cleared.
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
