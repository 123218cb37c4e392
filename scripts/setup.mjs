// Prepares a checkout: installs the packages of the lock file and builds client and server, each only if something changed.
// Plain JavaScript without dependencies, so that it runs on the machine's own Node (20 or newer) with nothing installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const lockStamp = join(root, "node_modules/.lock-hash");
const buildStamp = join(root, "dist/.source-hash");
const buildInputs = ["src", "scripts", "vite.config.ts", "package.json", "package-lock.json"];
/** Benchmarks run from their sources. */
const notBuilt = /(?:\.test\.ts|^scripts\/bench)$/;

const wantsBuild = !process.argv.includes("--no-build");
/** Packages for checks, tests and benchmarks (a third of a gigabyte) are only installed on demand. */
const wantsTools = process.argv.includes("--tools");
checkNode();
installPackages();
if (wantsBuild) build();

function checkNode() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < 20) fail(`Setup requires Node 20 or newer; this is ${process.versions.node}.`);
}

function installPackages() {
  const wanted = hashFiles(["package-lock.json", "package.json"]);
  // Once installed, the tools stay; a development checkout would otherwise reinstall them constantly.
  const hasTools = existsSync(join(root, "node_modules/vitest"));
  if (readStamp(lockStamp) === wanted && (hasTools || !wantsTools)) return;
  const npm = process.env.npm_execpath;
  if (npm === undefined) fail("Run this through npm: npm start, npm test or npm run setup.");
  console.log("Installing packages (only when the lock file changed)…");
  const extent = wantsTools || hasTools ? "--include=dev" : "--omit=dev";
  const done = spawnSync(
    process.execPath,
    [npm, "ci", extent, "--no-fund", "--no-audit", "--loglevel=error"],
    {
      cwd: root,
      stdio: "inherit",
    },
  );
  if (done.status !== 0) fail("Installing the packages failed. See the lines above.");
  writeFileSync(lockStamp, wanted);
}

function build() {
  const wanted = hashFiles(buildInputs);
  if (readStamp(buildStamp) === wanted) return;
  console.log("Building client and server (only when their sources changed)…");
  // Uses the pinned Node 24, whichever Node runs this script.
  const node = join(root, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");
  const done = spawnSync(existsSync(node) ? node : process.execPath, ["scripts/build.ts"], {
    cwd: root,
    stdio: "inherit",
  });
  if (done.status !== 0) fail("The build failed. See the lines above.");
  mkdirSync(dirname(buildStamp), { recursive: true });
  writeFileSync(buildStamp, wanted);
}

/** Returns one hash over names and contents, so that touching a file doesn't trigger a build. */
function hashFiles(paths) {
  const hash = createHash("sha256");
  for (const path of paths) addToHash(hash, path);
  return hash.digest("hex");
}

function addToHash(hash, path) {
  const full = join(root, path);
  if (!existsSync(full)) return;
  const entries = readDirectory(full);
  if (entries === null) {
    hash.update(`${path}\0`).update(readFileSync(full)).update("\0");
    return;
  }
  for (const entry of entries.sort()) {
    const inside = `${path}/${entry}`;
    if (!notBuilt.test(inside)) addToHash(hash, inside);
  }
}

function readDirectory(path) {
  try {
    return readdirSync(path);
  } catch {
    return null;
  }
}

function readStamp(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
