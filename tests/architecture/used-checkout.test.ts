import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repoRoot, toolPath } from "../../scripts/support/repo-paths.ts";
import { runToEnd } from "../support/image-build.ts";
import { isFullRun } from "../support/night.ts";
import { repoFiles } from "./support/repo-files.ts";

/** Runs tests in a checkout with its owner's site, and with the owner's settings in the shell. */

const liveSettings = {
  PUBLIC_URL: "https://ada.example",
  HOST: "0.0.0.0",
  SECRET_KEY: "cd".repeat(32),
  ENTRA_CLIENT_ID: "5d0c3b1e-5a77-4c1a-8a63-5f6f0a7b9c10",
  ENTRA_CLIENT_SECRET: "a secret",
  ALLOWED_USERS: "2f6c1a90-0d5e-4b7a-9c3d-1e8f4a6b7c01/ada@ada.example",
  GITHUB_OWNER: "ada",
  CONGRESS_API_KEY: "a key of api.congress.gov",
  PLAID_CLIENT_ID: "a client",
  PLAID_SECRET: "another secret",
  WORDPRESS_URL: "https://blog.ada.example",
  DATABASE_URL: "postgres://ada:password@database.ada.example/folio",
  PGHOST: "database.ada.example",
};

const files = [
  "tests/architecture/readme.test.ts",
  "tests/architecture/env-example.test.ts",
  "src/server/pages/page-document.test.ts",
  ...(isFullRun
    ? [
        "src/server/http/app.test.ts",
        "src/features/content/server",
        "src/upstreams/congress",
        "scripts/support/doctor",
      ]
    : []),
];

let checkout: string;

beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), "folio-used-"));
  for (const path of repoFiles()) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    copyFileSync(join(repoRoot, path), join(checkout, path));
  }
  symlinkSync(join(repoRoot, "node_modules"), join(checkout, "node_modules"), "junction");
  plant({
    "data/secret-key": `${"ef".repeat(32)}\n`,
    "data/postgres-18/PG_VERSION": "18\n",
    "site/site.yaml": "ownerName: Ada\n",
    "site/content/posts/first.md": "---\ntitle: First\ndate: 2026-11-01\n---\nMine.\n",
    "site/public/favicon.svg": "<svg/>",
    ".env": Object.entries(liveSettings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
  });
});

afterAll(() => rmSync(checkout, { recursive: true, force: true }));

function plant(texts: Record<string, string>): void {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    writeFileSync(join(checkout, path), text);
  }
}

describe("a checkout with its owner's site", () => {
  test("passes the tests like a fresh one, whatever is set in the shell", () => {
    const env = { ...process.env, ...liveSettings, VITEST: undefined, NODE_ENV: undefined };
    const end = runToEnd(process.execPath, [toolPath("vitest"), "run", ...files], {
      cwd: checkout,
      env,
      timeoutMs: 280_000,
    });
    expect(end.status, end.output).toBe(0);
  }, 300_000);
});
