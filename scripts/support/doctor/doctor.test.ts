import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "#server/database/db.ts";
import { knownMigrations } from "#server/database/migrate.ts";
import { sampleDir, siteFolders } from "#server/settings/site-folder.ts";
import { copyNewDataDir, createPostgresDatabase } from "../../../tests/support/test-database.ts";
import { serve } from "../../../tests/support/stand-ins/http-stand-in.ts";
import { examine, type DoctorOptions } from "./doctor.ts";
import type { CheckResult } from "./doctor-report.ts";

let directory: string;
let dataDir: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "folio-doctor-"));
  dataDir = join(directory, "data");
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const builtDir = () => join(directory, "dist");

function build(): void {
  for (const path of ["client/.vite/manifest.json", "server/main.js"]) {
    mkdirSync(join(builtDir(), path, ".."), { recursive: true });
    writeFileSync(join(builtDir(), path), "");
  }
}

/** Returns the report by name, completed with what a healthy checkout has. */
async function examineWith(
  environment: Record<string, string> = {},
  more: Partial<DoctorOptions> = {},
): Promise<Record<string, CheckResult>> {
  build();
  const results = await examine({
    // Nobody answers there, whatever runs on this machine.
    environment: { PORT: "0", DATA_DIR: dataDir, SITE_DIR: join(directory, "site"), ...environment },
    fetch: globalThis.fetch,
    distDir: builtDir(),
    workingDir: directory,
    readFreeBytes: () => 50_000_000_000,
    ...more,
  });
  return Object.fromEntries(results.map((result) => [result.name, result]));
}

function states(report: Record<string, CheckResult>, state: CheckResult["state"]): string[] {
  return Object.values(report)
    .filter((result) => result.state === state)
    .map(({ name }) => name);
}

const issuer = "https://id.example";
const live = { ENTRA_CLIENT_ID: "id", ENTRA_CLIENT_SECRET: "secret", ENTRA_AUTHORITY: issuer };

function provider(headers: Record<string, string> = {}): typeof fetch {
  return () =>
    Promise.resolve(
      Response.json(
        {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ["code"],
        },
        { headers },
      ),
    );
}

describe("a fresh clone", () => {
  it("is fine except for its sandboxes, and the check leaves nothing behind", async () => {
    const report = await examineWith();
    expect(states(report, "fail")).toEqual([]);
    expect(states(report, "warn")).toEqual(["Site", "Sandbox"]);
    expect(report["Database"]?.message).toContain("will be created at the first start");
    expect(() => chmodSync(dataDir, 0o700)).toThrow("ENOENT");
  });

  it("reports which upstreams are sandboxed and how to turn them live", async () => {
    const report = await examineWith();
    expect(report["GitHub"]).toMatchObject({
      state: "ok",
      message: "sandbox (set GITHUB_OWNER to go live)",
    });
    expect(report["Congress"]?.message).toBe("sandbox (set CONGRESS_API_KEY to go live)");
    expect(report["Sign-in"]?.message).toContain("sandbox");
  });
});

describe("a port that another site uses", () => {
  it("is named, and that site isn't taken for this one", async () => {
    const index = { asOf: new Date().toISOString(), isComplete: true, indexed: 5 };
    const { port } = new URL(
      await serve((_request, response) => response.end(JSON.stringify({ data: { index } }))),
    );
    const report = await examineWith({ PORT: port });
    expect(report["Port"]).toMatchObject({
      state: "warn",
      message: `another program uses port ${port}; stop it, or set PORT to another number`,
    });
    expect(report["Bills"]).toBeUndefined();
  });
});

describe("settings", () => {
  it("are all reported at once when invalid", async () => {
    const report = await examineWith({ PORT: "eighty", LOG_LEVEL: "loud", SECRET_KEY: "short" });
    expect(report["Settings"]).toMatchObject({ state: "fail" });
    expect(report["Settings"]?.details).toHaveLength(3);
  });
});

describe("this machine", () => {
  it("lacks the build", async () => {
    const report = await examineWith({}, { distDir: join(directory, "nowhere") });
    expect(report["Build"]).toMatchObject({
      state: "fail",
      details: ["client/.vite/manifest.json", "server/main.js"],
    });
  });

  it.each([
    [1_000_000, "fail"],
    [1_000_000_000, "warn"],
    [9_000_000_000, "ok"],
  ])("with %i bytes free on the disk: %s", async (free, state) => {
    expect((await examineWith({}, { readFreeBytes: () => free }))["Disk"]?.state).toBe(state);
  });

  it("has a file where the data directory should be", async () => {
    writeFileSync(dataDir, "");
    expect((await examineWith())["Data"]).toMatchObject({ state: "fail" });
  });

  it.skipIf(process.platform === "win32")("has a data directory open to others", async () => {
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o755);
    expect((await examineWith())["Data"]).toMatchObject({ state: "warn" });
  });

  it("has a clock from another century", async () => {
    expect((await examineWith({}, { now: () => new Date("1999-12-31") }))["Clock"]?.state).toBe("fail");
  });
});

describe("the secret key", () => {
  function writeKey(text: string, mode: number): void {
    mkdirSync(dataDir, { mode: 0o700 });
    writeFileSync(join(dataDir, "secret-key"), text, { mode });
    chmodSync(join(dataDir, "secret-key"), mode);
  }

  it("is fine when closed to others", async () => {
    writeKey(`${"ab".repeat(32)}\n`, 0o600);
    expect((await examineWith())["Secret key"]).toMatchObject({ state: "ok" });
  });

  it.skipIf(process.platform === "win32")("can be read by others", async () => {
    writeKey("ab".repeat(32), 0o644);
    expect((await examineWith())["Secret key"]).toMatchObject({
      state: "fail",
      message: expect.stringContaining("chmod 600"),
    });
  });

  it("is damaged, and its content isn't shown", async () => {
    writeKey("abcdef0123", 0o600);
    const { state, message } = (await examineWith())["Secret key"] ?? {};
    expect(state).toBe("fail");
    expect(message).not.toContain("abcdef0123");
  });

  it("differs between the settings and the folder, and neither is shown", async () => {
    writeKey("ab".repeat(32), 0o600);
    const same = (await examineWith({ SECRET_KEY: "AB".repeat(32) }))["Secret key"];
    expect(same).toMatchObject({ state: "ok", message: "from SECRET_KEY" });
    const { state, message } = (await examineWith({ SECRET_KEY: "cd".repeat(32) }))["Secret key"] ?? {};
    expect(state).toBe("warn");
    expect(message).toContain("holds a different one");
    expect(message).not.toMatch(/abab|cdcd/);
  });

  it("is gone while its database is there", async () => {
    await copyNewDataDir(dataDir);
    expect((await examineWith())["Secret key"]).toMatchObject({ state: "warn" });
  });
});

describe("the embedded database", () => {
  it("is reachable and migrated", async () => {
    await copyNewDataDir(dataDir, { isMigrated: true });
    const { state, message, details } = (await examineWith())["Database"] ?? {};
    expect(state).toBe("ok");
    expect(message).toMatch(/^embedded Postgres 18\.\d+, \d+ MB, durable, reachable, migrated$/);
    expect(details).toEqual([
      "fsync on, full_page_writes on, synchronous_commit on, shared_buffers 64MB, max_connections 40, jit off",
    ]);
  });

  it("is checked while its server runs, with a warning if it isn't durable", async () => {
    await copyNewDataDir(dataDir, { isMigrated: true });
    const database = await openDatabase({ dataDir, isAlone: true, durable: false });
    try {
      expect((await examineWith())["Database"]).toMatchObject({
        state: "warn",
        message: expect.stringContaining("NOT durable, reachable, migrated"),
        details: [expect.stringContaining("fsync off")],
      });
      await database.ping();
    } finally {
      await database.close();
    }
  });

  it("of version 0.1 is left alone, with instructions to move it over", async () => {
    mkdirSync(join(dataDir, "database"), { recursive: true, mode: 0o700 });
    writeFileSync(join(dataDir, "database/PG_VERSION"), "17\n");
    expect((await examineWith())["Database"]).toMatchObject({
      state: "fail",
      message: expect.stringMatching(/engine of Folio 0\.1.*npm run backup.*npm run restore/),
    });
  });

  it("has pending migrations, which are listed but not run", async () => {
    await copyNewDataDir(dataDir);
    for (const _time of ["first", "second"]) {
      const result = (await examineWith())["Database"];
      expect(result?.message).toContain("the next start runs");
      expect(result?.details).toContain("0000_app_role");
    }
  });

  it.each([
    [
      "was written by a newer version",
      "insert into folio_kernel.migrations values ('9999_future', 'x')",
      ["9999_future"],
    ],
    [
      "has run a migration that was edited since",
      "update folio_kernel.migrations set hash = 'x'",
      knownMigrations().map(({ name }) => name),
    ],
  ])("%s", async (_what, change, named) => {
    await copyNewDataDir(dataDir, { isMigrated: true });
    const database = await openDatabase({ dataDir, durable: false });
    await database.pool.query(change);
    await database.close();
    const result = (await examineWith())["Database"];
    expect(result).toMatchObject({ state: "fail", details: named });
  });
});

describe("Postgres", () => {
  it("can't be reached, and the password isn't shown", async () => {
    const report = await examineWith({
      DATABASE_URL: "postgres://folio:hunter2@127.0.0.1:1/folio",
      SECRET_KEY: "a".repeat(64),
    });
    expect(report["Database"]).toMatchObject({ state: "fail" });
    expect(report["Database"]?.message).toContain("ECONNREFUSED");
    expect(JSON.stringify(report)).not.toContain("hunter2");
  });

  it("is reachable, and its clock agrees with ours", async () => {
    const own = await createPostgresDatabase();
    try {
      const report = await examineWith({ DATABASE_URL: own.url, SECRET_KEY: "a".repeat(64) });
      expect(report["Database"]?.message).toMatch(/^Postgres 18\S*, .*reachable; the next start runs/);
      expect(report["Clock"]?.message).toContain("as Postgres");
    } finally {
      await own.drop();
    }
  });
});

describe("the owner's folder", () => {
  it("is named, with a warning while the sample is shown instead", async () => {
    expect((await examineWith())["Site"]).toEqual({
      name: "Site",
      state: "warn",
      message: `the sample; run \`npm run init\` to create yours in ${join(directory, "site")}`,
    });
    expect((await examineWith({ SITE_DIR: sampleDir }))["Site"]).toMatchObject({
      state: "ok",
      message: expect.stringContaining("Robin Ashgrove, robinashgrove.example"),
    });
  });

  it("with an invalid configuration fails, listing each field with its line", async () => {
    mkdirSync(join(directory, "site"));
    writeFileSync(join(directory, "site/site.yaml"), "ownerName: Ada\ntimeZone: Mars\n");
    const { state, details } = (await examineWith())["Site"] ?? {};
    expect(state).toBe("fail");
    expect(details).toContain(
      "site.yaml:2: timeZone: expected the name of a time zone, such as Europe/Berlin",
    );
  });
});

describe("content", () => {
  it("with errors is reported with file and line", async () => {
    const content = join(directory, "content");
    cpSync(siteFolders({}).contentDir, content, { recursive: true });
    writeFileSync(
      join(content, "posts/broken.md"),
      "---\ntitle: Broken\ndate: someday\ncategories: []\n---\nText.\n",
    );
    const { state, details } = (await examineWith({ CONTENT_DIR: content }))["Content"] ?? {};
    expect(state).toBe("fail");
    expect(details).toEqual([expect.stringMatching(/^posts\/broken\.md:3: date/)]);
  });

  it("that doesn't exist is reported", async () => {
    expect((await examineWith({ CONTENT_DIR: join(directory, "none") }))["Content"]).toMatchObject({
      state: "fail",
    });
  });

  it("at a WordPress with plain permalinks names them as the cause", async () => {
    const report = await examineWith(
      { WORDPRESS_URL: "https://blog.example" },
      {
        fetch: (input) =>
          Promise.resolve(
            new URL(input instanceof Request ? input.url : input).searchParams.has("rest_route")
              ? Response.json({ post: { slug: "post" } })
              : new Response("<h1>Not found</h1>", { status: 404 }),
          ),
      },
    );
    expect(report["Content"]).toMatchObject({
      state: "fail",
      message: expect.stringContaining("permalinks are set to Plain"),
    });
  });

  it("at a WordPress that is down is a failure", async () => {
    const report = await examineWith(
      { WORDPRESS_URL: "https://blog.example" },
      { fetch: () => Promise.resolve(new Response("<h1>Error</h1>", { status: 404 })) },
    );
    expect(report["Content"]).toMatchObject({ state: "fail" });
  });
});

describe("live sign-in", () => {
  it("is fine when the provider answers; an empty list of members is a warning", async () => {
    const report = await examineWith(live, { fetch: provider({ date: new Date().toUTCString() }) });
    expect(report["Sign-in"]).toMatchObject({
      state: "ok",
      message: expect.stringContaining("/.auth/login/aad/callback"),
    });
    expect(report["Members"]).toMatchObject({
      state: "warn",
      message: expect.stringContaining("ALLOWED_USERS is empty"),
    });
    expect(report["Clock"]?.message).toContain("as id.example");
  });

  it("fails when the provider is down, or is a different one", async () => {
    const down = await examineWith(live, { fetch: () => Promise.reject(new TypeError("fetch failed")) });
    expect(down["Sign-in"]).toMatchObject({ state: "fail" });
    const other = await examineWith(live, {
      fetch: () => Promise.resolve(Response.json({ issuer: "https://evil.example" })),
    });
    expect(other["Sign-in"]).toMatchObject({ state: "fail" });
  });

  it("shows a clock that is an hour wrong", async () => {
    const date = new Date(Date.now() - 3_600_000).toUTCString();
    const report = await examineWith(live, { fetch: provider({ date }) });
    expect(report["Clock"]).toMatchObject({
      state: "fail",
      details: [expect.stringMatching(/s ahead of id\.example$/)],
    });
  });
});
