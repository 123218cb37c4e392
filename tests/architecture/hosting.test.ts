import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { maxImageBytes } from "#features/products/domain/product-images.ts";
import { readSettings, settingNames } from "#server/settings.ts";
import { readRepoFile } from "./support/repo-files.ts";

/** The files of hosting/ and what docs/hosting.md says, held against the site. */

const port = readSettings({}).PORT;
const unit = readRepoFile("hosting/folio.service");
const caddyfile = readRepoFile("hosting/Caddyfile");
const fly = readRepoFile("hosting/fly.toml");
const guide = readRepoFile("docs/hosting.md");
const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

/** Values of a directive, one for each line that has it. */
function directives(name: string): string[] {
  return [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);
}

function withUnit<T>(text: string, use: (path: string) => T): T {
  const directory = mkdtempSync(join(tmpdir(), "folio-unit-"));
  try {
    const path = join(directory, "folio.service");
    writeFileSync(path, text);
    return use(path);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

describe("hosting/folio.service", () => {
  test("starts what npm start starts, as a user of its own, with its data as the only place to write", () => {
    const [program = "", ...args] = directives("ExecStart")[0]?.split(" ") ?? [];
    expect(program).toBe(`${directives("WorkingDirectory")[0]}/node_modules/.bin/node`);
    expect(args).toEqual(["src/server/main.ts"]);
    expect(directives("User")).toEqual(["folio"]);
    expect(directives("StateDirectory")).toEqual(["folio"]);
    expect(directives("StateDirectoryMode")).toEqual(["0700"]);
    expect(directives("ProtectSystem")).toEqual(["strict"]);
    expect(directives("ReadWritePaths")).toEqual([]);
    // It would forbid the engine to make code as it runs.
    expect(directives("MemoryDenyWriteExecute")).toEqual([]);
    expect(unit).not.toMatch(/SECRET|TOKEN|PASSWORD/);
  });

  // A sandboxed build has no systemd: the unit's own text is looked at above on every system.
  test.skipIf(!hasSystemd)("is a unit that systemd understands", () => {
    const here = unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`);
    const { status, stderr } = withUnit(here, (path) =>
      spawnSync("systemd-analyze", ["verify", "--man=no", path], { encoding: "utf8" }),
    );
    expect(stderr.split("\n").filter((line) => line.includes("folio.service"))).toEqual([]);
    expect(status).toBe(0);
    const planted = withUnit(here.replace("ProtectSystem=strict", "ProtectSytem=strict"), (path) =>
      spawnSync("systemd-analyze", ["verify", "--man=no", path], { encoding: "utf8" }),
    );
    expect(planted.stderr).toContain("ProtectSytem");
  });

  test.skipIf(!hasSystemd)("leaves little exposed, as systemd counts it", () => {
    const { stdout } = withUnit(unit, (path) =>
      spawnSync("systemd-analyze", ["security", "--offline=true", "--no-pager", path], { encoding: "utf8" }),
    );
    const exposure = /Overall exposure level for folio\.service: ([\d.]+)/.exec(stdout)?.[1];
    expect(Number(exposure)).toBeLessThan(2);
  });
});

describe("hosting/Caddyfile", () => {
  test("leads to the site's port, asks its readiness, and lets the largest picture through", () => {
    expect(caddyfile).toMatch(new RegExp(`reverse_proxy 127\\.0\\.0\\.1:${port} \\{`));
    expect(caddyfile).toContain("health_uri /readyz");
    const megabytes = Number(/max_size (\d+)MB/.exec(caddyfile)?.[1]);
    expect(megabytes * 1_000_000).toBeGreaterThan(maxImageBytes);
    const lines = caddyfile.split("\n").filter((line) => !line.trim().startsWith("#"));
    const opened = lines.filter((line) => line.endsWith("{")).length;
    expect(lines.filter((line) => line.trim() === "}")).toHaveLength(opened);
    // Caddy would otherwise hand a name on that the site answers with 421.
    expect(caddyfile).not.toContain("header_up Host");
  });
});

describe("hosting/fly.toml", () => {
  test("keeps one machine with the image's volume, told to stop as the server understands it", () => {
    expect(fly).toContain('destination = "/data"');
    expect(fly).toContain(`internal_port = ${port}`);
    expect(fly).toContain('path = "/readyz"');
    expect(fly).toContain('kill_signal = "SIGTERM"');
    expect(fly).toContain('auto_stop_machines = "off"');
    expect(Number(/^kill_timeout = (\d+)$/m.exec(fly)?.[1])).toBeGreaterThan(10);
    expect(fly).not.toMatch(/SECRET|TOKEN|PASSWORD|DATABASE_URL/);
  });
});

describe("docs/hosting.md", () => {
  test("names no setting that does not exist", () => {
    // Names of others: the database's image, systemd, npm and the platforms have their own.
    const foreign = new Set(["POSTGRES_PASSWORD", "NODE_ENV", "NEW_SECRET_KEY", "FOLIO_BACKUP_PASSPHRASE"]);
    const named = [...guide.matchAll(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g)].map(([name]) => name);
    expect(named).toContain("PUBLIC_URL");
    expect(named.filter((name) => !settingNames.includes(name) && !foreign.has(name))).toEqual([]);
  });

  test("shows configuration of the proxy and the unit by their files, not by copies", () => {
    for (const path of ["hosting/Caddyfile", "hosting/folio.service", "hosting/fly.toml", "compose.yaml"]) {
      expect(guide).toContain(path);
    }
  });
});
