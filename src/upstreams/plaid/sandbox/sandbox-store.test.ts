import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createFileStore } from "#sandbox/file-store.ts";
import { loadSandboxSecret } from "./index.ts";
import { itemStateSchema } from "./items/item-state.ts";
import { linkBank, openTestSandbox } from "../../../../tests/support/stand-ins/sandbox-bank.ts";

const made: string[] = [];
function newDirectory(): string {
  const parent = mkdtempSync(join(tmpdir(), "folio-bank-"));
  made.push(parent);
  return join(parent, "bank");
}
afterEach(() => {
  for (const parent of made.splice(0)) rmSync(parent, { recursive: true });
});

function openOver(directory: string) {
  return openTestSandbox({
    store: createFileStore(directory, itemStateSchema),
    secret: loadSandboxSecret(directory),
  });
}

describe("a sandbox with a folder for its links", () => {
  it("continues seamlessly after a restart", async () => {
    const directory = newDirectory();
    const first = openOver(directory);
    const { itemId, accessToken: access_token } = await linkBank(first, { days: 30 });
    const { body } = await first.call("/transactions/sync", { access_token, count: 500 });
    const added = first.control.addRow(itemId, { minor: -4_200, name: "KEPT" });
    first.control.shareAccounts(itemId, ["card"]);
    const webhook = "http://localhost:3000/kept";
    await first.call("/item/webhook/update", { access_token, webhook });

    const second = openOver(directory);
    const next = await second.call("/transactions/sync", { access_token, cursor: body["next_cursor"] });
    expect(next.body["added"]).toMatchObject([{ transaction_id: added, name: "KEPT", amount: 42 }]);
    expect(second.control.truth(itemId)).toEqual(first.control.truth(itemId));
    expect(second.control.itemIds()).toEqual([itemId]);
    expect((await second.call("/item/get", { access_token })).body["item"]).toMatchObject({ webhook });
  });

  it.each(["remove", "requireLogin", "revoke"] as const)("remembers a %s after a restart", async (what) => {
    const directory = newDirectory();
    const first = openOver(directory);
    const { itemId, accessToken: access_token } = await linkBank(first);
    if (what === "remove") await first.call("/item/remove", { access_token });
    else first.control[what](itemId);
    const before = await first.call("/accounts/get", { access_token });
    const after = await openOver(directory).call("/accounts/get", { access_token });
    expect(after.status).toBe(400);
    expect(after.body["error_code"]).toBe(before.body["error_code"]);
  });

  it("shares the folder with a second sandbox", async () => {
    const directory = newDirectory();
    const [one, other] = [openOver(directory), openOver(directory)];
    const { itemId, accessToken: access_token } = await linkBank(one, { behavior: "empty" });
    const first = one.control.addRow(itemId, { minor: -100 });
    const second = other.control.addRow(itemId, { minor: -200 });
    const { body } = await one.call("/transactions/sync", { access_token });
    expect(body["added"]).toMatchObject([{ transaction_id: first }, { transaction_id: second }]);
  });

  it("keeps the folder private and leaves no drafts", async () => {
    const directory = newDirectory();
    const sandbox = openOver(directory);
    const { itemId } = await linkBank(sandbox);
    expect(readdirSync(directory).toSorted()).toEqual([`${itemId}.json`, "secret"].toSorted());
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(directory)) {
      expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
    }
  });

  it("resets a link whose file is unreadable", async () => {
    const directory = newDirectory();
    const { itemId, accessToken: access_token } = await linkBank(openOver(directory));
    writeFileSync(join(directory, `${itemId}.json`), '{"seed":');
    const sandbox = openOver(directory);
    expect(sandbox.control.itemIds()).toEqual([]);
    expect((await sandbox.call("/accounts/get", { access_token })).status).toBe(200);
  });

  it("keeps two thousand links and drops the oldest", async () => {
    const directory = newDirectory();
    mkdirSync(directory, { recursive: true });
    const filler = (index: number) => `${"0".repeat(33)}${String(index).padStart(4, "0")}.json`;
    for (let index = 0; index < 2_000; index += 1) writeFileSync(join(directory, filler(index)), "{}");
    const { itemId } = await linkBank(openOver(directory));
    const names = readdirSync(directory).filter((name) => name.endsWith(".json"));
    expect(names).toHaveLength(2_000);
    expect(names).toContain(`${itemId}.json`);
  });
});

describe("a folder's secret", () => {
  it("is created once", () => {
    const directory = newDirectory();
    const secret = loadSandboxSecret(directory);
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(loadSandboxSecret(directory)).toBe(secret);
    expect(readFileSync(join(directory, "secret"), "utf8")).toBe(secret);
  });
});
