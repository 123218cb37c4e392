import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetSearches, parseSearches, readSearches, rememberSearch } from "./recent-searches.ts";

function createStorage(kept: Map<string, string>, fails: () => boolean) {
  function refuse() {
    if (fails()) throw new DOMException("blocked", "SecurityError");
  }
  return {
    getItem: (key: string) => {
      refuse();
      return kept.get(key) ?? null;
    },
    setItem: (key: string, value: string) => {
      refuse();
      kept.set(key, value);
    },
    removeItem: (key: string) => {
      refuse();
      kept.delete(key);
    },
  };
}

describe("recent searches", () => {
  let isBlocked = false;
  const kept = new Map<string, string>();

  beforeEach(() => {
    isBlocked = false;
    kept.clear();
    vi.stubGlobal(
      "localStorage",
      createStorage(kept, () => isBlocked),
    );
    forgetSearches();
  });

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("are listed newest first, each once, up to eight", () => {
    for (const query of ["a", "b", "c", "d", "e", "f", "g", "h", "i", " b "]) rememberSearch(query);
    expect(readSearches()).toEqual(["b", "i", "h", "g", "f", "e", "d", "c"]);
    rememberSearch("  ");
    expect(readSearches()[0]).toBe("b");
  });

  it("stay the same array while nothing changes, so that React doesn't loop", () => {
    rememberSearch("a");
    expect(readSearches()).toBe(readSearches());
  });

  it("are deleted from the browser too when they are cleared", () => {
    rememberSearch("a");
    forgetSearches();
    expect(readSearches()).toEqual([]);
    expect(kept.size).toBe(0);
  });

  it("last as long as the page if the browser stores nothing", () => {
    isBlocked = true;
    expect(readSearches()).toEqual([]);
    rememberSearch("a");
    expect(readSearches()).toEqual(["a"]);
    forgetSearches();
    expect(readSearches()).toEqual([]);
  });

  it.each([["no JSON"], ["{}"], ["null"], ["12"]])("are empty if the browser stored %j", (text) => {
    expect(parseSearches(text)).toEqual([]);
  });

  it("ignore entries that aren't text", () => {
    expect(parseSearches('["a", 1, null, "b"]')).toEqual(["a", "b"]);
  });
});
