/**
 * Answers of GitHub by address in session storage, without expiry (docs/reference/product.md, "Repositories"),
 * and in the shape that is named there. Storage may be blocked, full, or hold something else: then
 * there is just no entry.
 */
export type CacheEntry = {
  json: unknown;
  /** Milliseconds since 1970. */
  cached_at: number;
  /** Address of the next page of a list, as GitHub gave it; absent on the last one. */
  next?: string;
};

/** The entry of an address, or null; one that cannot be read is thrown away. */
export function readCache(url: string): CacheEntry | null {
  try {
    const text = sessionStorage.getItem(url);
    if (text === null) return null;
    const entry: unknown = JSON.parse(text);
    if (isEntry(entry)) return entry;
    sessionStorage.removeItem(url);
  } catch {
    dropCache(url);
  }
  return null;
}

/** Keeps an answer; when storage is full the oldest others make room, and where that does not help nothing is kept. */
export function writeCache(url: string, entry: CacheEntry): void {
  const text = JSON.stringify(entry);
  try {
    sessionStorage.setItem(url, text);
  } catch {
    makeRoom(url, text);
  }
}

export function dropCache(url: string): void {
  try {
    sessionStorage.removeItem(url);
  } catch {
    // Blocked storage holds nothing to remove.
  }
}

function makeRoom(url: string, text: string): void {
  try {
    const others = Object.keys(sessionStorage)
      .filter((key) => key !== url && key.startsWith("http"))
      .map((key) => ({ key, at: readCache(key)?.cached_at }))
      .filter((other): other is { key: string; at: number } => other.at !== undefined)
      .sort((one, another) => one.at - another.at);
    for (const { key } of others) {
      sessionStorage.removeItem(key);
      if (tryToKeep(url, text)) return;
    }
  } catch {
    // Blocked storage: every page load asks anew.
  }
}

function tryToKeep(url: string, text: string): boolean {
  try {
    sessionStorage.setItem(url, text);
    return true;
  } catch {
    return false;
  }
}

function isEntry(entry: unknown): entry is CacheEntry {
  return (
    typeof entry === "object" &&
    entry !== null &&
    "json" in entry &&
    "cached_at" in entry &&
    typeof entry.cached_at === "number" &&
    (!("next" in entry) || typeof entry.next === "string")
  );
}
