import { beforeEach, expect, test, vi } from "vitest";
import { chooseTheme, parseTheme, readTheme, subscribeToTheme, themeStorageKey } from "./theme.ts";

/** Stubs a browser: a root element with a dataset, a window with events, and a storage that may be blocked. */
function stubBrowser({ isBlocked = false } = {}) {
  const stored = new Map<string, string>();
  const dataset: Record<string, string> = {};
  const target = new EventTarget();
  function guard() {
    if (isBlocked) throw new Error("storage is blocked");
  }
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => (guard(), stored.get(key) ?? null),
    setItem: (key: string, value: string) => (guard(), void stored.set(key, value)),
    removeItem: (key: string) => (guard(), void stored.delete(key)),
  });
  vi.stubGlobal("document", { documentElement: { dataset } });
  vi.stubGlobal("window", target);
  return { stored, dataset, target };
}

let browser: ReturnType<typeof stubBrowser>;
beforeEach(() => {
  browser = stubBrowser();
});

test("parses the three themes and treats anything else as the system's", () => {
  expect(["light", "dark", "system", "sepia", "", null].map(parseTheme)).toEqual([
    "light",
    "dark",
    "system",
    "system",
    "system",
    "system",
  ]);
});

test("applies a selected theme to the root element and stores it", () => {
  chooseTheme("dark");
  expect(browser.dataset["theme"]).toBe("dark");
  expect(browser.stored.get(themeStorageKey)).toBe("dark");
  expect(readTheme()).toBe("dark");
});

test("removes the setting when the system's theme is selected", () => {
  chooseTheme("dark");
  chooseTheme("system");
  expect(browser.dataset).toEqual({});
  expect(browser.stored.size).toBe(0);
  expect(readTheme()).toBe("system");
});

test("works for the current page if storage is blocked", () => {
  const { dataset } = stubBrowser({ isBlocked: true });
  chooseTheme("light");
  expect(dataset["theme"]).toBe("light");
  expect(readTheme()).toBe("light");
});

test("applies a selection from another tab and ignores other keys", () => {
  const heard = vi.fn<() => void>();
  const stopListening = subscribeToTheme(heard);
  browser.stored.set(themeStorageKey, "dark");
  browser.target.dispatchEvent(Object.assign(new Event("storage"), { key: "something-else" }));
  expect(heard).not.toHaveBeenCalled();
  browser.target.dispatchEvent(Object.assign(new Event("storage"), { key: themeStorageKey }));
  expect(heard).toHaveBeenCalledTimes(1);
  expect(browser.dataset["theme"]).toBe("dark");
  stopListening();
});
