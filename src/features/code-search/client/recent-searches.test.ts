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

  it("are the latest first, each once, eight at most", () => {
    for (const query of ["a", "b", "c", "d", "e", "f", "g", "h", "i", " b "]) rememberSearch(query);
    expect(readSearches()).toEqual(["b", "i", "h", "g", "f", "e", "d", "c"]);
    rememberSearch("  ");
    expect(readSearches()[0]).toBe("b");
  });

  it("are the same list while nothing changes, so that React does not render for ever", () => {
    rememberSearch("a");
    expect(readSearches()).toBe(readSearches());
  });

  it("go when they are forgotten, from the browser as well", () => {
    rememberSearch("a");
    forgetSearches();
    expect(readSearches()).toEqual([]);
    expect(kept.size).toBe(0);
  });

  it("last as long as the page where the browser keeps nothing", () => {
    isBlocked = true;
    expect(readSearches()).toEqual([]);
    rememberSearch("a");
    expect(readSearches()).toEqual(["a"]);
    forgetSearches();
    expect(readSearches()).toEqual([]);
  });

  it.each([["no JSON"], ["{}"], ["null"], ["12"]])("are none where the browser holds %j", (text) => {
    expect(parseSearches(text)).toEqual([]);
  });

  it("leave out what is no text", () => {
    expect(parseSearches('["a", 1, null, "b"]')).toEqual(["a", "b"]);
  });
});
