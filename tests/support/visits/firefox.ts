import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import puppeteer, { type Browser } from "puppeteer-core";

/** Since this version Firefox supports WebDriver BiDi well enough. */
const oldestVersion = 128;

/** Possible locations: the search path, and the defaults on macOS and Windows. */
const places = [
  ...(process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => ["firefox", "firefox-esr"].map((name) => join(folder, name))),
  "/Applications/Firefox.app/Contents/MacOS/firefox",
  String.raw`C:\Program Files\Mozilla Firefox\firefox.exe`,
];

export type FoundFirefox = { path: string; version: string };

/** Returns a recent enough Firefox of this machine (`FOLIO_FIREFOX` selects another), or null. */
export function findFirefox(): FoundFirefox | null {
  const named = process.env["FOLIO_FIREFOX"];
  for (const path of (named === undefined ? places : [named]).filter((place) => existsSync(place))) {
    const version = spawnSync(path, ["--version"], { encoding: "utf8" }).stdout.trim();
    if (Number(/Firefox (\d+)/.exec(version)?.[1]) >= oldestVersion) return { path, version };
  }
  return null;
}

/** Starts it without a window. */
export function launchFirefox({ path }: FoundFirefox): Promise<Browser> {
  return puppeteer.launch({ browser: "firefox", executablePath: path, headless: true });
}
