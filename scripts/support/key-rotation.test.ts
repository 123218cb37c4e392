import { mkdtempSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestUser } from "../../tests/support/factories/auth-factory.ts";
import { createTestGitHubLink } from "../../tests/support/factories/github-link-factory.ts";
import { createLinkStore } from "#features/github/server/link-store.ts";
import { createTestAccessItem } from "../../tests/support/factories/access-item-factory.ts";
import { institutionAccessItems, pendingLinks } from "#server/tables/institution-tables.ts";
import { createTokenSeal } from "#features/institutions/server/linking/token-seal.ts";
import { openDatabase, type Database } from "#server/database/db.ts";
import { loadSecretKey } from "#server/settings/secret-key.ts";
import { readSettings } from "#server/settings/settings.ts";
import { copyNewDataDir } from "../../tests/support/test-database.ts";
import { rotateKey } from "./key-rotation.ts";

/** Key rotation on a separate embedded database, whose key is a file. */

const token = "access-sandbox-5d1d6c0e-0000-4000-8000-0123456789ab";
let dataDir: string;
/** Open throughout a test: otherwise, Postgres would start anew for each of its steps. */
let database: Database;

beforeEach(async () => {
  dataDir = join(mkdtempSync(join(tmpdir(), "folio-rotation-")), "data");
  await copyNewDataDir(dataDir, { isMigrated: true });
  database = await openDatabase({ dataDir, durable: false });
});
afterEach(async () => {
  await database.close();
  rmSync(join(dataDir, ".."), { recursive: true, force: true });
});

const settings = (more: Record<string, string> = {}) => readSettings({ DATA_DIR: dataDir, ...more });
const keyNow = () => loadSecretKey(settings());

/** Creates a person with a bank, a pending link and a GitHub account, sealed with the current key. */
async function fill(): Promise<{ userId: string }> {
  const secretKey = await keyNow();
  const { userId } = await createTestUser(database);
  await createTestAccessItem(database, userId, {
    link: { itemId: "item-1", accessToken: token, secretKey },
  });
  await createTestAccessItem(database, userId, { institutionName: "Unlinked", state: "unlinked" });
  await database.unsafeDb.insert(pendingLinks).values({
    userId,
    source: "plaid",
    mode: "sandbox",
    itemId: "item-2",
    ...createTokenSeal(secretKey).close(token, "item-2"),
    expiresAt: new Date(),
  });
  const kernel = { database, now: () => new Date(), secretKey, settings: settings() };
  await createTestGitHubLink(kernel, userId, { accessToken: "gho_0123456789" });
  return { userId };
}

/** Reads the tokens as a server with this key would. */
async function readTokens(userId: string, secretKey: Buffer): Promise<(string | null)[]> {
  const seal = createTokenSeal(secretKey);
  const rows = [
    ...(await database.unsafeDb.select().from(institutionAccessItems)),
    ...(await database.unsafeDb.select().from(pendingLinks)),
  ];
  const banks = rows.flatMap(({ itemId, sealedAccessToken, keyId }) =>
    itemId === null || sealedAccessToken === null || keyId === null
      ? []
      : [seal.open({ sealedAccessToken, keyId }, itemId)],
  );
  const links = createLinkStore({ database, now: () => new Date(), secretKey });
  const account = await links.find(userId, "sandbox");
  return [...banks, account?.accessToken ?? null];
}

describe("a new secret key", () => {
  it("replaces the one in the file, and everything is resealed with it", async () => {
    const old = await keyNow();
    const { userId } = await fill();
    const lines = await rotateKey({ settings: settings(), newKey: undefined });
    expect(lines[0]).toBe("Resealed with the new key: bank tokens (2), GitHub tokens (1).");
    const fresh = await keyNow();
    expect(fresh.equals(old)).toBe(false);
    expect(statSync(join(dataDir, "secret-key")).mode & 0o777).toBe(0o600);
    expect(existsSync(join(dataDir, "secret-key.next"))).toBe(false);
    expect(await readTokens(userId, fresh)).toEqual([token, token, "gho_0123456789"]);
    expect(await readTokens(userId, old)).toEqual([null, null, null]);
    expect(lines.join("")).not.toContain(fresh.toString("hex"));
  });

  it("is reused after an interrupted run", async () => {
    const { userId } = await fill();
    const begun = "ab".repeat(32);
    writeFileSync(join(dataDir, "secret-key.next"), `${begun}\n`, { mode: 0o600 });
    const old = readFileSync(join(dataDir, "secret-key"), "utf8");
    await rotateKey({ settings: settings(), newKey: undefined });
    // As if the process had died between the database and the file.
    writeFileSync(join(dataDir, "secret-key.next"), `${begun}\n`, { mode: 0o600 });
    writeFileSync(join(dataDir, "secret-key"), old, { mode: 0o600 });
    const lines = await rotateKey({ settings: settings(), newKey: undefined });
    expect(lines[0]).toBe("Resealed with the new key: bank tokens (0), GitHub tokens (0).");
    expect(await readTokens(userId, await keyNow())).toEqual([token, token, "gho_0123456789"]);
  });

  it("must be given if SECRET_KEY is set, and then be set by the owner", async () => {
    const old = await keyNow();
    const { userId } = await fill();
    const newKey = "cd".repeat(32);
    const withKey = settings({ SECRET_KEY: old.toString("hex") });
    await expect(rotateKey({ settings: withKey, newKey: undefined })).rejects.toThrow("Set NEW_SECRET_KEY");
    await expect(rotateKey({ settings: withKey, newKey: "short" })).rejects.toThrow("Set NEW_SECRET_KEY");
    await expect(rotateKey({ settings: withKey, newKey: old.toString("hex") })).rejects.toThrow(
      "is the current key",
    );
    const lines = await rotateKey({ settings: withKey, newKey });
    expect(lines.at(-1)).toBe("Now set SECRET_KEY to the new key on every server and start them.");
    expect(await readTokens(userId, Buffer.from(newKey, "hex"))).toEqual([token, token, "gho_0123456789"]);
    expect((await keyNow()).equals(old), "the file is unchanged").toBe(true);
  });

  it("reports tokens that neither key opens", async () => {
    await fill();
    await database.unsafeDb.update(pendingLinks).set({ keyId: "a key of another time" });
    const lines = await rotateKey({ settings: settings(), newKey: undefined });
    expect(lines).toContain("Neither key opens some bank tokens (1). Link those banks again.");
  });

  it("is refused while the server is running", async () => {
    await fill();
    const before = await keyNow();
    const server = await openDatabase({ dataDir, isAlone: true, durable: false });
    const refused = rotateKey({ settings: settings(), newKey: undefined });
    await expect(refused).rejects.toThrow("Stop it first.");
    await expect(refused).rejects.not.toThrow("set DATA_DIR");
    await server.close();
    expect((await keyNow()).equals(before)).toBe(true);
    expect(existsSync(join(dataDir, "secret-key.next"))).toBe(false);
  });

  it("is refused where there is no database, and nothing is created", async () => {
    const none = join(dataDir, "none");
    await expect(rotateKey({ settings: settings({ DATA_DIR: none }), newKey: undefined })).rejects.toThrow(
      `There's nothing to reseal: ${none} has no database.`,
    );
    expect(existsSync(none)).toBe(false);
  });

  it("is refused for an empty database, and no key is created", async () => {
    await copyNewDataDir(join(dataDir, "new"), { isMigrated: false });
    const empty = settings({ DATA_DIR: join(dataDir, "new") });
    await expect(rotateKey({ settings: empty, newKey: undefined })).rejects.toThrow(
      "There's nothing to reseal",
    );
    expect(existsSync(join(dataDir, "new", "secret-key"))).toBe(false);
  });
});
