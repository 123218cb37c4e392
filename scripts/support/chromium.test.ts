import { describe, expect, it } from "vitest";
import { chromiumCandidates, newestOf, type Machine } from "./chromium.ts";

function machine(
  platform: NodeJS.Platform,
  existing: string[],
  environment: Machine["environment"] = {},
): Machine {
  return {
    platform,
    environment: { PATH: "/usr/bin:/opt/tools", ...environment },
    exists: (path) => existing.includes(path),
    playwrightPath: () => "/cache/chromium/chrome",
  };
}

describe("the search for a Chromium", () => {
  it("uses only a named one, else tries Playwright's and the system's", () => {
    const all = ["/mine/chrome", "/cache/chromium/chrome", "/usr/bin/google-chrome", "/usr/bin/chromium"];
    expect(chromiumCandidates(machine("linux", all, { FOLIO_CHROMIUM: "/mine/chrome" }))).toEqual([
      { path: "/mine/chrome", source: "FOLIO_CHROMIUM" },
    ]);
    const others = [
      { path: "/cache/chromium/chrome", source: "Playwright's own" },
      { path: "/usr/bin/chromium", source: "the system's" },
      { path: "/usr/bin/google-chrome", source: "the system's" },
    ];
    expect(chromiumCandidates(machine("linux", all))).toEqual(others);
    expect(chromiumCandidates(machine("linux", all, { FOLIO_CHROMIUM: "/gone" }))).toEqual(others);
  });

  it("chooses the newest by numeric version, and the first of equals", () => {
    const found = (path: string, version: string) => ({ path, version, source: "the system's" });
    const old = found("/a", "99.0.4844.51");
    const fresh = found("/b", "156.0.8078.79");
    expect(newestOf([old, fresh, found("/c", "156.0.8078.79"), found("/d", "156.0.8078.9")])).toBe(fresh);
    expect(newestOf([])).toBeNull();
  });

  it("checks every folder of the PATH once", () => {
    const found = chromiumCandidates(machine("linux", ["/opt/tools/chromium-browser", "/usr/bin/chromium"]));
    expect(found.map(({ path }) => path)).toEqual(["/usr/bin/chromium", "/opt/tools/chromium-browser"]);
  });

  it("prefers Debian's Chromium without windows", () => {
    const found = chromiumCandidates(
      machine("linux", ["/usr/bin/chromium", "/usr/bin/chromium-headless-shell"]),
    );
    expect(found[0]?.path).toBe("/usr/bin/chromium-headless-shell");
  });

  it("finds applications on a Mac", () => {
    const path = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
    expect(chromiumCandidates(machine("darwin", [path]))).toEqual([{ path, source: "the system's" }]);
  });

  it("finds nothing on a bare machine", () => {
    expect(chromiumCandidates(machine("linux", []))).toEqual([]);
    expect(chromiumCandidates(machine("win32", []))).toEqual([]);
  });
});
