import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDatabase } from "#server/database/db.ts";
import { migrateDatabase } from "#server/database/migrate.ts";
import { readSettings } from "#server/settings/settings.ts";
import { copyNewDataDir } from "../../../tests/support/test-database.ts";
import { examineDatabase } from "./doctor-database.ts";

let directory: string;
let dataDir: string;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "folio-doctor-owner-"));
  dataDir = join(directory, "data");
  await copyNewDataDir(dataDir);
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const userId = "3e1b7c52-8a4d-4f06-b9d2-7c5e0f1a6d01";
const at = "2026-11-20T12:00:00Z";
const person = `insert into users (user_id, mode, handle, user_details, identity_provider, role, first_sign_in, last_sign_in)
  values ('${userId}', 'live', 'ab', 'Robin', 'passkey', 'owner', '${at}', '${at}')`;

function passkeyFor(host: string): string {
  return `insert into passkeys
    (user_id, credential_id, public_key, host, counter, transports, is_synced, name, created_at, last_used_at)
    values ('${userId}', '${host}', 'AAAA', '${host}', 0, '', true, 'Laptop', '${at}', '${at}')`;
}

it("says whether the owner can sign in at this address", { timeout: 120_000 }, async () => {
  const database = await openDatabase({ dataDir, durable: false });
  async function ownerLine(environment = { PUBLIC_URL: "http://localhost:3000" }): Promise<string | null> {
    const { results } = await examineDatabase(readSettings({ DATA_DIR: dataDir, ...environment }));
    const owner = results.find(({ name }) => name === "Owner");
    return owner === undefined ? null : `${owner.state}: ${owner.message}`;
  }
  try {
    expect(await ownerLine(), "before the first start").toBeNull();
    await migrateDatabase(database);
    const advice = "run `npm run invite -- --owner` and open the link";
    expect(await ownerLine()).toBe(`warn: there is none yet; ${advice}`);
    await database.pool.query(`${person}; ${passkeyFor("old.example")}`);
    expect(await ownerLine()).toBe(`warn: has no passkey for localhost; ${advice}`);
    await database.pool.query(passkeyFor("localhost"));
    expect(await ownerLine()).toBe("ok: has one passkey for localhost");
    expect(await ownerLine({ PUBLIC_URL: "" })).toBeNull();
  } finally {
    await database.close();
  }
});
