import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  backUp,
  everything,
  folder,
  openEmpty,
  passphrase,
  schemaOf,
  encryption,
  secretKey,
  tablesOf,
  useOddSite,
} from "../../../tests/support/odd-site.ts";
import { migrateDatabase } from "../database/migrate.ts";
import { isFullRun } from "../../../tests/support/night.ts";

const from = useOddSite();

/** The steps of docs/operations.md for a restore without Folio. */
describe("without Folio", () => {
  const has = (tool: string) => spawnSync(tool, ["--version"]).error === undefined;

  it("gunzip and psql restore a backup, into an empty database only", async (context) => {
    if (!has("psql") || !has("gunzip")) context.skip("this machine has no psql or no gunzip");
    const path = await backUp(from());
    const { database: to, url } = await openEmpty();
    const restore = () =>
      spawnSync("sh", ["-c", 'gunzip < "$1" | psql --no-psqlrc "$2"', "sh", path, url], { encoding: "utf8" });
    expect(restore()).toMatchObject({ status: 0, stderr: "" });
    expect(await everything(to)).toEqual(await everything(from()));
    expect(await schemaOf(to)).toEqual(await schemaOf(from()));
    expect(await migrateDatabase(to, { folder: folder() })).toEqual([]);
    await to.pool.query("delete from odd where id = 3");
    const before = await everything(to);
    expect(restore()).toMatchObject({ status: 3, stderr: expect.stringContaining("already exists") });
    expect(await everything(to)).toEqual(before);
  });

  it.runIf(isFullRun)("psql keeps nothing of a truncated backup", async (context) => {
    if (!has("psql")) context.skip("this machine has no psql");
    const { database: to, url } = await openEmpty();
    const sql = gunzipSync(readFileSync(await backUp(from())));
    spawnSync("psql", ["--no-psqlrc", url], { input: sql.subarray(0, sql.lastIndexOf("\\.\n")) });
    expect(await tablesOf(to)).toEqual([]);
  });

  it("age opens an encrypted backup, which includes the key", (context) => openWithAge(context.skip));

  /** Opens with age, which asks for a passphrase only on a terminal; `script` provides one. */
  async function openWithAge(skip: (note: string) => never): Promise<void> {
    if (!has("age") || !has("script")) skip("this machine has no age, or no script to type its passphrase");
    const path = await backUp(from(), encryption);
    const packed = `${path}.gz`;
    const { status } = spawnSync(
      "script",
      [
        "--quiet",
        "--return",
        "--echo",
        "never",
        "--command",
        `age --decrypt --output ${packed} ${path}`,
        "/dev/null",
      ],
      {
        input: `${passphrase}\n`,
        encoding: "utf8",
      },
    );
    expect(status).toBe(0);
    const sql = gunzipSync(readFileSync(packed)).toString();
    expect(sql).toContain('copy public."odd" (');
    expect(sql).toContain(`-- secret key: ${secretKey.toString("hex")}\n`);
  }
});
