/**
 * GitHub's answers by address in session storage, without expiry, in the documented shape
 * (docs/reference/product.md, "Repositories"). If storage is blocked, full, or corrupt, there is simply no entry.
 */
export type CacheEntry = {
  json: unknown;
  /** Milliseconds since 1970. */
  cached_at: number;
  /** Address of the list's next page, as GitHub gave it; absent on the last page. */
  next?: string;
};

/** Returns the entry for an address, or null. Removes an entry that can't be read. */
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

/** Stores an answer. If storage is full, drops the oldest entries; if that isn't enough, stores nothing. */
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
    // With storage blocked, every page load asks again.
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
