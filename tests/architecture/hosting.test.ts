import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { maxImageBytes } from "#features/products/domain/product-images.ts";
import { readSettings, settingNames } from "#server/settings/settings.ts";
import { readRepoFile } from "./support/repo-files.ts";
import { serverArguments } from "../../scripts/support/server-arguments.ts";

/** Compares the files of hosting/ and the claims of docs/hosting.md with the site. */

const port = readSettings({}).PORT;
const units = ["hosting/folio.service", "hosting/folio-backup.service", "hosting/folio-backup.timer"];
const unit = readRepoFile("hosting/folio.service");
const backupUnit = readRepoFile("hosting/folio-backup.service");
const caddyfile = readRepoFile("hosting/Caddyfile");
const fly = readRepoFile("hosting/fly.toml");
const guide = readRepoFile("docs/hosting.md");
const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

/** Returns the values of a directive, one for each line that has it. */
function directives(name: string, text = unit): string[] {
  return [...text.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);
}

/** Runs systemd-analyze on units, in a folder where they find each other. */
function analyze(args: string[], texts: Record<string, string>): { status: number | null; text: string } {
  const directory = mkdtempSync(join(tmpdir(), "folio-unit-"));
  try {
    const paths = Object.entries(texts).map(([path, text]) => {
      const place = join(directory, basename(path));
      // The programs exist on the server, not here.
      writeFileSync(place, text.replace(/^(ExecStart=)\S+/m, `$1${process.execPath}`));
      return place;
    });
    const end = spawnSync("systemd-analyze", [...args, ...paths], { encoding: "utf8" });
    return { status: end.status, text: `${end.stdout}${end.stderr}` };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

describe("hosting/folio.service", () => {
  test("starts the same as npm start, as a separate user that can write only its data", () => {
    const [program = "", ...args] = directives("ExecStart")[0]?.split(" ") ?? [];
    expect(program).toBe(`${directives("WorkingDirectory")[0]}/node_modules/.bin/node`);
    expect(args).toEqual(serverArguments);
    const [script = "", ...options] = serverArguments.toReversed();
    const start = ["node", ...options.toReversed(), "--env-file-if-exists=.env", script].join(" ");
    expect(readRepoFile("package.json")).toContain(`"start": "${start}"`);
    expect(directives("User")).toEqual(["folio"]);
    expect(directives("StateDirectory")).toEqual(["folio"]);
    expect(directives("StateDirectoryMode")).toEqual(["0700"]);
    expect(directives("ProtectSystem")).toEqual(["strict"]);
    expect(directives("ReadWritePaths")).toEqual([]);
    // It would keep the engine from compiling code at run time.
    expect(directives("MemoryDenyWriteExecute")).toEqual([]);
    expect(unit).not.toMatch(/SECRET|TOKEN|PASSWORD/);
  });

  test("comes with a nightly backup that runs as the same user with the same settings", () => {
    for (const name of ["User", "WorkingDirectory", "EnvironmentFile", "StateDirectory", "ProtectSystem"]) {
      expect(directives(name, backupUnit), name).toEqual(directives(name));
    }
    expect(directives("ExecStart", backupUnit)[0]).toMatch(
      /\/node_modules\/\.bin\/node dist\/server\/backup\.js$/,
    );
    expect(readRepoFile("hosting/folio-backup.timer")).toMatch(/^OnCalendar=\*-\*-\* /m);
  });

  // Sandboxed builds have no systemd; the units' text is checked above on every system.
  test.skipIf(!hasSystemd)("is accepted by systemd, like the other units", () => {
    const texts = Object.fromEntries(units.map((path) => [path, readRepoFile(path)]));
    const { status, text } = analyze(["verify", "--man=no"], texts);
    expect(text.split("\n").filter((line) => line.includes("folio"))).toEqual([]);
    expect(status).toBe(0);
    const misspelt = { "folio.service": unit.replace("ProtectSystem=strict", "ProtectSytem=strict") };
    expect(analyze(["verify", "--man=no"], misspelt).text).toContain("ProtectSytem");
  });

  test.skipIf(!hasSystemd)("has a low exposure score in systemd", () => {
    for (const path of units.filter((name) => name.endsWith(".service"))) {
      const { text } = analyze(["security", "--offline=true", "--no-pager"], { [path]: readRepoFile(path) });
      const exposure = /Overall exposure level for [\w.-]+: ([\d.]+)/.exec(text)?.[1];
      expect(Number(exposure), path).toBeLessThan(2);
    }
  });
});

describe("hosting/Caddyfile", () => {
  test("forwards to the site's port, checks its readiness, and allows the largest picture", () => {
    expect(caddyfile).toMatch(new RegExp(`reverse_proxy 127\\.0\\.0\\.1:${port} \\{`));
    expect(caddyfile).toContain("health_uri /readyz");
    const megabytes = Number(/max_size (\d+)MB/.exec(caddyfile)?.[1]);
    expect(megabytes * 1_000_000).toBeGreaterThan(maxImageBytes);
    const lines = caddyfile.split("\n").filter((line) => !line.trim().startsWith("#"));
    const opened = lines.filter((line) => line.endsWith("{")).length;
    expect(lines.filter((line) => line.trim() === "}")).toHaveLength(opened);
    // Caddy would otherwise pass on a host name that the site answers with 421.
    expect(caddyfile).not.toContain("header_up Host");
  });
});

describe("hosting/fly.toml", () => {
  test("keeps one machine with the image's volume, and the right stop signal", () => {
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
  test("names only existing settings", () => {
    // Variables of others: the database's image, systemd, npm and the platforms.
    const foreign = new Set(["POSTGRES_PASSWORD", "NODE_ENV", "NEW_SECRET_KEY", "FOLIO_BACKUP_PASSPHRASE"]);
    const named = [...guide.matchAll(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g)].map(([name]) => name);
    expect(named).toContain("PUBLIC_URL");
    expect(named.filter((name) => !settingNames.includes(name) && !foreign.has(name))).toEqual([]);
  });

  test("refers to the proxy's and the unit's files instead of copying them", () => {
    for (const path of ["hosting/Caddyfile", "hosting/folio.service", "hosting/fly.toml", "compose.yaml"]) {
      expect(guide).toContain(path);
    }
  });
});
