import { afterEach, describe, expect, it, vi } from "vitest";
import { keepRailChoice, parseRailChoice, railStorageKey, readRailChoice } from "./rail-memory.ts";

afterEach(() => vi.unstubAllGlobals());

/** Replaces `localStorage` with a map. */
function stubStorage(entries = new Map<string, string>()) {
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
  });
  return entries;
}

describe("the rail's memory", () => {
  it("parses both choices, and anything else as none", () => {
    expect(parseRailChoice("expanded")).toBe(true);
    expect(parseRailChoice("collapsed")).toBe(false);
    expect(parseRailChoice(null)).toBeNull();
    expect(parseRailChoice("wide")).toBeNull();
  });

  it("returns the last stored choice", () => {
    const entries = stubStorage();
    keepRailChoice(true);
    expect(readRailChoice()).toBe(true);
    keepRailChoice(false);
    expect(readRailChoice()).toBe(false);
    expect([...entries.keys()]).toEqual([railStorageKey]);
  });

  it("keeps the choice for the page if storage is blocked", () => {
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
