import { afterEach, describe, expect, it, vi } from "vitest";
import { keepRailChoice, parseRailChoice, railStorageKey, readRailChoice } from "./rail-memory.ts";

afterEach(() => vi.unstubAllGlobals());

/** A storage that works, over a map. */
function stubStorage(entries = new Map<string, string>()) {
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
  });
  return entries;
}

describe("the rail's memory", () => {
  it("reads both choices, and anything else as none", () => {
    expect(parseRailChoice("expanded")).toBe(true);
    expect(parseRailChoice("collapsed")).toBe(false);
    expect(parseRailChoice(null)).toBeNull();
    expect(parseRailChoice("wide")).toBeNull();
  });

  it("gives back what was kept, whichever it was last", () => {
    const entries = stubStorage();
    keepRailChoice(true);
    expect(readRailChoice()).toBe(true);
    keepRailChoice(false);
    expect(readRailChoice()).toBe(false);
    expect([...entries.keys()]).toEqual([railStorageKey]);
  });

  it("holds the choice for the page where the browser keeps nothing", () => {
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new Error("blocked");
      },
      setItem: () => {
        throw new Error("blocked");
      },
    });
    keepRailChoice(true);
    expect(readRailChoice()).toBe(true);
    keepRailChoice(false);
    expect(readRailChoice()).toBe(false);
  });
});
