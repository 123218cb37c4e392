import type { ChildProcess } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { repoRoot } from "../../scripts/support/repo-paths.ts";
import { outcomeOf, printedAddress, startProgram } from "../support/programs.ts";

/**
 * Tests `dist/server/main.js` as `npm start` runs it. (tests/architecture/production-install.test.ts covers the files it
 * needs.)
 */

const refusing = "http://127.0.0.1:9";
/** Settings with every service live, at an address where nobody answers. */
const live = {
  SECRET_KEY: "ab".repeat(32),
  ENTRA_CLIENT_ID: "5d0c3b1e-5a77-4c1a-8a63-5f6f0a7b9c10",
  ENTRA_CLIENT_SECRET: "a secret",
  ENTRA_AUTHORITY: `${refusing}/tenant/v2.0`,
  ALLOWED_USERS: "2f6c1a90-0d5e-4b7a-9c3d-1e8f4a6b7c01/ada@ada.example",
  GITHUB_OWNER: "ada",
  GITHUB_API_URL: refusing,
  GITHUB_URL: refusing,
  CONGRESS_API_KEY: "a key",
  CONGRESS_API_URL: refusing,
  PLAID_CLIENT_ID: "a client",
  PLAID_SECRET: "another secret",
  PLAID_URL: refusing,
};
const pages = ["/", "/bills", "/about", "/code?q=tide", "/generate-code", "/sign-in"];

let directory: string;
const children: ChildProcess[] = [];
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "folio-built-"));
});
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(directory, { recursive: true, force: true });
});

type Run = { output: string; code: number | null; sources: string[]; answers: number[]; html: string };

/** Starts the built server, requests pages if it gets that far, stops it, and returns what it loaded. */
async function run(name: string, environment: Record<string, string>): Promise<Run> {
  const list = join(directory, `${name}-loaded`);
  const recorder = join(repoRoot, "tests/support/loaded-files.ts");
  const child = startProgram(["--import", recorder, "dist/server/main.js"], {
    PORT: "0",
    LOG_LEVEL: "silent",
    DATA_DIR: join(directory, "data"),
    SITE_DIR: join(directory, "site"),
    FOLIO_LOADED_FILES: list,
    ...environment,
  });
  children.push(child);
  const ended = outcomeOf(child);
  const origin = await printedAddress(child).catch(() => null);
  const answers: number[] = [];
  let html = "";
  if (origin !== null) {
    for (const page of pages) {
      const answer = await fetch(`${origin}${page}`);
      answers.push(answer.status);
      html += await answer.text();
    }
    child.kill("SIGTERM");
  }
  const { code, output } = await ended;
  const urls = readFileSync(list, "utf8").split("\n");
  const unbundled = urls.filter((url) => url.includes("/node_modules/"));
  return { output, code, answers, html, sources: [...sourcesOf(urls), ...unbundled] };
}

const mapSchema = z.object({ sources: z.array(z.string()) });

/** Returns the sources of built files, according to their source maps. */
function sourcesOf(urls: string[]): string[] {
  return urls
    .filter((url) => url.startsWith("file:") && existsSync(fileURLToPath(`${url}.map`)))
    .flatMap((url) => mapSchema.parse(JSON.parse(readFileSync(new URL(`${url}.map`), "utf8"))).sources);
}

/** Modules that few requests need, or only a site that uses sandboxes. */
const loadedLate = [
  /\/src\/sandbox\//,
  /\/src\/upstreams\/[^/]+\/sandbox\//,
  /\/node_modules\/(?:plaid|oidc-provider|quicktype-core|highlight\.js|sharp)\//,
];

describe("the built server", { timeout: 180_000 }, () => {
  test("starts with the sandboxes when nothing is configured", async () => {
    const { answers, code, output, sources } = await run("sandboxes", {});
    expect(answers, output).toEqual(pages.map(() => 200));
    expect(code).toBe(0);
    expect(sources.some((path) => path.endsWith("/src/server/server.ts"))).toBe(true);
    for (const late of loadedLate.slice(0, 2)) {
      expect(sources.filter((path) => late.test(path)).length, String(late)).toBeGreaterThan(0);
    }
  });

  test("loads no sandbox and nothing else on demand when all services are live", async () => {
    const { output, code, html, sources } = await run("live", live);
    expect(code, output).toBe(0);
    expect(output).toContain("Folio is ready");
    // GitHub searches as long as there is no index.
    expect(html).toContain("<noscript><p>Search results need JavaScript.");
    expect(sources.length).toBeGreaterThan(300);
    expect(sources.filter((path) => loadedLate.some((late) => late.test(path)))).toEqual([]);
  });

  test("ends the Postgres that it has begun to start if it can't start itself", async () => {
    const [dataDir, siteDir] = [join(directory, "new-data"), join(directory, "broken-site")];
    mkdirSync(siteDir);
    writeFileSync(join(siteDir, "site.yaml"), "{");
    const { code, output } = await run("broken", { DATA_DIR: dataDir, SITE_DIR: siteDir });
    expect(output).toContain("site.yaml");
    expect(code).toBe(1);
    expect(readdirSync(dataDir)).toEqual(["postgres-18"]);
    expect(readdirSync(join(dataDir, "postgres-18"))).not.toContain("postmaster.pid");
  });

  test("has only files of one byte per letter, which take half the memory", () => {
    const built = join(repoRoot, "dist/server");
    const files = readdirSync(built, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".js"),
    );
    expect(files).toContain("main.js");
    expect(files.filter((name) => /[\u0080-\uffff]/.test(readFileSync(join(built, name), "utf8")))).toEqual(
      [],
    );
  });

  test("names source lines in stack traces", async () => {
    const { code, output } = await run("failing", {
      LOG_LEVEL: "debug",
      SECRET_KEY: "ab".repeat(32),
      DATABASE_URL: "postgres://folio@127.0.0.1:9/folio",
    });
    expect(code).toBe(1);
    const [, line] = /\/src\/server\/database\/db\.ts:(\d+):\d+/.exec(output) ?? [];
    const source = readFileSync(join(repoRoot, "src/server/database/db.ts"), "utf8").split("\n");
    expect(source[Number(line) - 1], output).toContain("Can't reach the database");
    expect(output).not.toContain("dist/server");
  });
});
