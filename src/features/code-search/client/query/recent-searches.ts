import { useSyncExternalStore } from "react";

const storageKey = "folio-recent-searches";
const maxSearches = 8;

/** Fallback if storage is blocked or full: the list then lasts as long as the page. */
let unstored: readonly string[] | null = null;
/** Cached parse of the stored text, so that the array stays the same while nothing changes. */
let parsed: { text: string | null; searches: readonly string[] } = { text: null, searches: [] };
const listeners = new Set<() => void>();
const none: readonly string[] = [];

/** Returns this visitor's searches, newest first; empty on the server. */
export function useRecentSearches(): readonly string[] {
  return useSyncExternalStore(subscribe, readSearches, () => none);
}

/** Adds a search to the top of the list. */
export function rememberSearch(query: string): void {
  const wanted = query.trim();
  if (wanted === "") return;
  writeSearches([wanted, ...readSearches().filter((other) => other !== wanted)].slice(0, maxSearches));
}

export function forgetSearches(): void {
  writeSearches([]);
}

/** Parses stored searches; returns an empty list for anything else. */
export function parseSearches(text: string | null): readonly string[] {
  if (text === null) return none;
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return none;
    return value.filter((entry): entry is string => typeof entry === "string").slice(0, maxSearches);
  } catch {
    return none;
  }
}

export function readSearches(): readonly string[] {
  if (unstored !== null) return unstored;
  try {
    const text = localStorage.getItem(storageKey);
    if (text !== parsed.text) parsed = { text, searches: parseSearches(text) };
    return parsed.searches;
  } catch {
    return none;
  }
}

function writeSearches(searches: readonly string[]): void {
  try {
    if (searches.length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(searches));
    unstored = null;
  } catch {
    unstored = searches;
  }
  for (const listener of listeners) listener();
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  globalThis.addEventListener("storage", onChange);
  return () => {
    listeners.delete(onChange);
    globalThis.removeEventListener("storage", onChange);
  };
}
