import { beforeEach, expect, test, vi } from "vitest";
import { chooseTheme, parseTheme, readTheme, subscribeToTheme, themeStorageKey } from "./theme.ts";

/** Just enough of a browser: a root element with a dataset, a window that hears, a storage that may be blocked. */
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

test("only the three known themes are understood; all else is the system's", () => {
  expect(["light", "dark", "system", "sepia", "", null].map(parseTheme)).toEqual([
    "light",
    "dark",
    "system",
    "system",
    "system",
    "system",
  ]);
});

test("a chosen theme is on the root element and remembered", () => {
  chooseTheme("dark");
  expect(browser.dataset["theme"]).toBe("dark");
  expect(browser.stored.get(themeStorageKey)).toBe("dark");
  expect(readTheme()).toBe("dark");
});

test("going back to the system's leaves no trace", () => {
  chooseTheme("dark");
  chooseTheme("system");
  expect(browser.dataset).toEqual({});
  expect(browser.stored.size).toBe(0);
  expect(readTheme()).toBe("system");
});

test("with blocked storage the choice still works for this page", () => {
  const { dataset } = stubBrowser({ isBlocked: true });
  chooseTheme("light");
  expect(dataset["theme"]).toBe("light");
  expect(readTheme()).toBe("light");
});

test("a choice made in another tab is applied here, other keys are none of our business", () => {
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
