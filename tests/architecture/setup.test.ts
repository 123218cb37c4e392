import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { repoRoot } from "../../scripts/support/repo-paths.ts";

/** Tests what `scripts/setup.mjs` installs and when, with an npm that only records its arguments. */

const npm = `
import { mkdirSync, writeFileSync } from "node:fs";
mkdirSync("node_modules", { recursive: true });
if (process.argv.includes("--include=dev")) mkdirSync("node_modules/vitest", { recursive: true });
writeFileSync("asked", process.argv.slice(2, 4).join(" "));
`;
let checkout: string;

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), "folio-setup-"));
  mkdirSync(join(checkout, "scripts"));
  copyFileSync(join(repoRoot, "scripts/setup.mjs"), join(checkout, "scripts/setup.mjs"));
  writeFileSync(join(checkout, "npm.mjs"), npm);
  writeFileSync(join(checkout, "package-lock.json"), "{}");
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

/** Returns the arguments of npm in one run of setup; null if it wasn't called. */
function setUp(...flags: string[]): string | null {
  rmSync(join(checkout, "asked"), { force: true });
  const env = { ...process.env, npm_execpath: join(checkout, "npm.mjs") };
  const args = ["scripts/setup.mjs", "--no-build", ...flags];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: checkout, env, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return existsSync(join(checkout, "asked")) ? readFileSync(join(checkout, "asked"), "utf8") : null;
}

test("a site is installed without test tools, once for each lock file", () => {
  expect(setUp()).toBe("ci --omit=dev");
  expect(setUp()).toBeNull();
  writeFileSync(join(checkout, "package-lock.json"), '{ "changed": true }');
  expect(setUp()).toBe("ci --omit=dev");
});

test("test tools are installed with the first test, and stay", () => {
  expect(setUp()).toBe("ci --omit=dev");
  expect(setUp("--tools")).toBe("ci --include=dev");
  expect(setUp("--tools")).toBeNull();
  expect(setUp()).toBeNull();
  writeFileSync(join(checkout, "package-lock.json"), '{ "changed": true }');
  expect(setUp()).toBe("ci --include=dev");
});
