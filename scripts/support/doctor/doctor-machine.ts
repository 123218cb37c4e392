import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { dataDirProblem, nearestExisting } from "#server/database/data-dir.ts";
import { holdsCluster } from "#server/database/embedded/cluster.ts";
import type { Settings } from "#server/settings/settings.ts";
import { fail, ok, warn, messageOf, type CheckResult } from "./doctor-report.ts";

/** Checks of this machine that need no network. */

const neededNodeMajor = 24;
const leastFreeBytes = 200_000_000;
const comfortableFreeBytes = 2_000_000_000;
const gigabyte = 1_000_000_000;
const hexKey = /^[0-9a-f]{64}$/i;
/** Folio didn't exist before this year; an earlier clock is wrong, and breaks certificates and sessions. */
const firstYear = 2026;
const tolerableSkewMs = 2 * 60_000;

export function checkNode(version = process.versions.node): CheckResult {
  const major = Number(version.split(".")[0]);
  return major >= neededNodeMajor
    ? ok("Node", version)
    : fail(
        "Node",
        `${version}, but Folio requires ${neededNodeMajor}; start it through npm, which uses the bundled one`,
      );
}

/** Checks that the data directory exists or can be created, is writable, and is closed to others. */
export function checkDataDir({ DATA_DIR }: Pick<Settings, "DATA_DIR">): CheckResult {
  const path = resolve(DATA_DIR);
  const problem = dataDirProblem(path);
  if (problem !== null) return fail("Data", problem);
  if (!existsSync(path)) return ok("Data", `${path} will be created at the first start`);
  if (isOpenToOthers(statSync(path).mode)) {
    return warn("Data", `other accounts on this machine can read ${path}; run \`chmod 700 ${path}\``);
  }
  return ok("Data", path);
}

export function checkSecretKey({
  SECRET_KEY,
  DATA_DIR,
}: Pick<Settings, "SECRET_KEY" | "DATA_DIR">): CheckResult {
  const path = resolve(DATA_DIR, "secret-key");
  if (SECRET_KEY !== undefined) return givenKey(SECRET_KEY, path);
  if (!existsSync(path)) {
    return holdsCluster(resolve(DATA_DIR))
      ? warn(
          "Secret key",
          `${path} is gone; the next start will create a new one, which can't decrypt existing data`,
        )
      : ok("Secret key", "will be created at the first start");
  }
  try {
    if (isOpenToOthers(statSync(path).mode)) {
      return fail("Secret key", `other accounts on this machine can read ${path}; run \`chmod 600 ${path}\``);
    }
    return hexKey.test(readFileSync(path, "utf8").trim())
      ? ok("Secret key", path)
      : fail("Secret key", `${path} is damaged; it must hold 64 hexadecimal digits. Restore the right key`);
  } catch (error) {
    return fail("Secret key", `can't read ${path}: ${messageOf(error)}`);
  }
}

/** Checks a key in the settings against one created here earlier, which may have sealed data this one can't read. */
function givenKey(key: string, path: string): CheckResult {
  const kept = existsSync(path) && isReadable(path) ? readFileSync(path, "utf8").trim() : null;
  if (kept !== null && kept.toLowerCase() !== key.toLowerCase()) {
    return warn(
      "Secret key",
      `from SECRET_KEY; ${path} holds a different one, and data sealed with that can't be read. Use that key, or delete the file if you don't need that data`,
    );
  }
  return ok("Secret key", "from SECRET_KEY");
}

export function checkDisk(
  { DATA_DIR }: Pick<Settings, "DATA_DIR">,
  readFreeBytes: (path: string) => number = freeBytes,
): CheckResult {
  const free = readFreeBytes(nearestExisting(resolve(DATA_DIR)));
  const text = `${(free / gigabyte).toFixed(1)} GB free`;
  if (free < leastFreeBytes) return fail("Disk", `${text}, too little for the database`);
  return free < comfortableFreeBytes ? warn("Disk", `${text}, running low`) : ok("Disk", text);
}

export function checkBuild(distDir: string): CheckResult {
  const needed = ["client/.vite/manifest.json", "server/main.js"];
  const missing = needed.filter((path) => !existsSync(join(distDir, path)));
  return missing.length === 0
    ? ok("Build", distDir)
    : fail("Build", "client and server aren't built; run `npm start` or `npm run build`", missing);
}

/** Compares our clock with those of the services just asked; without any, only checks that it is plausible. */
export function checkClock(now: Date, heard: { source: string; time: Date; askedAt: Date }[]): CheckResult {
  if (now.getUTCFullYear() < firstYear) return fail("Clock", `set to ${now.toISOString()}, which is wrong`);
  const wrong = heard
    .map(({ source, time, askedAt }) => ({ source, skewMs: askedAt.getTime() - time.getTime() }))
    .filter(({ skewMs }) => Math.abs(skewMs) > tolerableSkewMs);
  if (wrong.length > 0) {
    const details = wrong.map(
      ({ source, skewMs }) =>
        `${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? "ahead of" : "behind"} ${source}`,
    );
    return fail(
      "Clock",
      `${now.toISOString()}, but other servers disagree, so sign-in may refuse tokens`,
      details,
    );
  }
  const agreed =
    heard.length === 0
      ? "not compared with other servers"
      : `as ${heard.map(({ source }) => source).join(" and ")}`;
  return ok("Clock", `${now.toISOString().slice(0, 19)}Z, ${agreed}`);
}

function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Windows has no such mode bits. */
function isOpenToOthers(mode: number): boolean {
  return process.platform !== "win32" && (mode & 0o077) !== 0;
}
