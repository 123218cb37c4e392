import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { toolPath } from "./repo-paths.ts";

/** A Chromium that has started and answered once. */
export type FoundChromium = { path: string; source: string; version: string };

type Candidate = { path: string; source: string };

/** The machine a search runs on; tests provide their own. */
export type Machine = {
  platform: NodeJS.Platform;
  environment: Record<string, string | undefined>;
  exists: (path: string) => boolean;
  playwrightPath: () => string;
};

const thisMachine: Machine = {
  platform: process.platform,
  environment: process.env,
  exists: existsSync,
  playwrightPath: () => chromium.executablePath(),
};

/** The first is Chromium without windows, which draws the same in two thirds of the time. */
const commandNames = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "microsoft-edge",
];

const macApplications = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];

const windowsPrograms = [
  String.raw`Chromium\Application\chrome.exe`,
  String.raw`Google\Chrome\Application\chrome.exe`,
  String.raw`Microsoft\Edge\Application\msedge.exe`,
];

const downloadTimeoutMs = 4 * 60_000;
const systemInstallTimeoutMs = 5 * 60_000;
const launchTimeoutMs = 30_000;

/**
 * Returns the flags. Chromium's own sandbox doesn't work as root, and CI containers often forbid it; elsewhere it stays on. Without
 * a graphics card, Debian's Chromium emulates one, which takes a fifth of the time.
 */
export function chromiumArgs(): string[] {
  const needsNoSandbox = process.getuid?.() === 0 || (process.env["CI"] ?? "") !== "";
  return ["--disable-gpu", ...(needsNoSandbox ? ["--no-sandbox"] : [])];
}

/** Returns places with a Chromium: the one named by FOLIO_CHROMIUM or, if unset, Playwright's and the system's. */
export function chromiumCandidates(machine: Machine = thisMachine): Candidate[] {
  const { environment, platform } = machine;
  const named = environment["FOLIO_CHROMIUM"];
  if (named && machine.exists(named)) return [{ path: named, source: "FOLIO_CHROMIUM" }];
  const candidates = [
    { path: machine.playwrightPath(), source: "Playwright's own" },
    ...systemPlaces(platform, environment).map((path) => ({ path, source: "the system's" })),
  ];
  return candidates.filter(({ path }) => path !== "" && machine.exists(path));
}

function systemPlaces(platform: NodeJS.Platform, environment: Machine["environment"]): string[] {
  if (platform === "win32") {
    const folders = ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].flatMap(
      (name) => environment[name] ?? [],
    );
    return folders.flatMap((folder) => windowsPrograms.map((program) => join(folder, program)));
  }
  const folders = (environment["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const usual = ["/usr/bin", "/usr/local/bin", "/snap/bin", "/opt/homebrew/bin"];
  const commands = commandNames.flatMap((name) =>
    [...new Set([...folders, ...usual])].map((folder) => join(folder, name)),
  );
  return platform === "darwin" ? [...macApplications, ...commands] : commands;
}

/** Finds the newest Chromium that really starts, skipping a snap's stub or one with missing libraries. */
export async function findChromium(say: (line: string) => void): Promise<FoundChromium | null> {
  const files = new Set<string>();
  const found: FoundChromium[] = [];
  for (const candidate of chromiumCandidates()) {
    const file = realpathSync(candidate.path);
    if (files.has(file)) continue;
    files.add(file);
    try {
      found.push({ ...candidate, version: await versionOf(candidate.path) });
    } catch (error) {
      const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
      say(`Chromium at ${candidate.path} failed to start: ${reason}`);
    }
  }
  return newestOf(found);
}

async function versionOf(executablePath: string): Promise<string> {
  const browser = await chromium.launch({ executablePath, args: chromiumArgs(), timeout: launchTimeoutMs });
  const version = browser.version();
  await browser.close();
  return version;
}

/** Returns the highest version, because new browsers reveal problems first; of equals the first. */
export function newestOf(found: readonly FoundChromium[]): FoundChromium | null {
  const [newest] = found.toSorted((a, b) => b.version.localeCompare(a.version, "en", { numeric: true }));
  return newest ?? null;
}

/**
 * Package managers, each with the arguments of the commands that install a Chromium, and a font to render text; the first one
 * found is used.
 */
const packageManagers: { name: string; commands: string[][] }[] = [
  {
    name: "apt-get",
    commands: [
      ["update", "-q"],
      // Not every distribution has it.
      ["install", "-y", "-q", "--no-install-recommends", "chromium-headless-shell"],
      ["install", "-y", "-q", "--no-install-recommends", "chromium", "fonts-liberation"],
    ],
  },
  { name: "dnf", commands: [["install", "-y", "-q", "chromium", "liberation-fonts"]] },
  { name: "apk", commands: [["add", "--no-cache", "chromium", "font-liberation"]] },
  { name: "brew", commands: [["install", "--cask", "chromium"]] },
];

/** Finds a Chromium or installs one, first from Playwright, then with the system's package manager. */
export async function ensureChromium(say: (line: string) => void): Promise<FoundChromium | null> {
  const found = await findChromium(say);
  if (found !== null) return found;
  say("No working Chromium found; downloading Playwright's…");
  const downloaded = spawnSync(
    process.execPath,
    [toolPath("@playwright/test", "playwright"), "install", "chromium"],
    {
      stdio: ["ignore", "inherit", "inherit"],
      timeout: downloadTimeoutMs,
      env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "15000" },
    },
  );
  if (downloaded.status === 0) {
    const own = await findChromium(say);
    if (own !== null) return own;
  }
  if (!installWithSystem(say)) return null;
  return findChromium(say);
}

function installWithSystem(say: (line: string) => void): boolean {
  const manager = packageManagers.find(({ name }) => hasCommand(name));
  if (manager === undefined) {
    say("No supported package manager found (apt-get, dnf, apk, brew).");
    return false;
  }
  const needsRoot = manager.name !== "brew" && process.getuid?.() !== 0;
  if (needsRoot && !hasCommand("sudo")) {
    say(`${manager.name} requires root, and sudo isn't available.`);
    return false;
  }
  say(`Installing Chromium with ${needsRoot ? "sudo " : ""}${manager.name}…`);
  // What fails before the last command (one dead mirror, a package that isn't there) may not matter; the last one decides.
  const results = manager.commands.map((args) => {
    const [program, ...all] = needsRoot ? ["sudo", "-n", manager.name, ...args] : [manager.name, ...args];
    return spawnSync(program, all, {
      stdio: ["ignore", "inherit", "inherit"],
      timeout: systemInstallTimeoutMs,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status;
  });
  return results.at(-1) === 0;
}

function hasCommand(name: string): boolean {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.some((folder) => folder !== "" && existsSync(join(folder, name)));
}
