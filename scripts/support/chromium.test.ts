import { describe, expect, it } from "vitest";
import { chromiumCandidates, type Machine } from "./chromium.ts";

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
  it("prefers the one that is named, then Playwright's own, then the system's", () => {
    const all = ["/mine/chrome", "/cache/chromium/chrome", "/usr/bin/google-chrome", "/usr/bin/chromium"];
    const found = chromiumCandidates(machine("linux", all, { FOLIO_CHROMIUM: "/mine/chrome" }));
    expect(found).toEqual([
      { path: "/mine/chrome", source: "FOLIO_CHROMIUM" },
      { path: "/cache/chromium/chrome", source: "Playwright's own" },
      { path: "/usr/bin/chromium", source: "the system's" },
      { path: "/usr/bin/google-chrome", source: "the system's" },
    ]);
  });

  it("looks into every folder of the PATH, once", () => {
    const found = chromiumCandidates(machine("linux", ["/opt/tools/chromium-browser", "/usr/bin/chromium"]));
    expect(found.map(({ path }) => path)).toEqual(["/usr/bin/chromium", "/opt/tools/chromium-browser"]);
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
