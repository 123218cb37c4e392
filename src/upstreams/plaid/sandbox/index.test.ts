import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { plaidSandboxClient } from "../plaid-sandbox-client.ts";
import { createFileStore } from "#sandbox/file-store.ts";
import { createSiteBank } from "./index.ts";
import { itemStateSchema } from "./items/item-state.ts";
import { openTestSandbox, testOrigin } from "../../../../tests/support/stand-ins/sandbox-bank.ts";

const made: string[] = [];
function newDataDir(): string {
  const directory = mkdtempSync(join(tmpdir(), "folio-site-bank-"));
  made.push(directory);
  return directory;
}
afterEach(() => {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true });
});

function openSiteBank(settings: { DATA_DIR: string; SECRET_KEY?: string }) {
  const app = createSiteBank({
    origin: () => testOrigin,
    settings: { PORT: 3000, ...settings },
    openStore: (directory) => createFileStore(directory, itemStateSchema),
  });
  return async (path: string, body: object) => {
    const { clientId: client_id, secret } = plaidSandboxClient;
    const response = await app.request(`${testOrigin}${plaidSandboxClient.path}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_id, secret, ...body }),
    });
    const answer = z.record(z.string(), z.unknown()).parse(await response.json());
    return { status: response.status, body: answer };
  };
}

const wanted = { institution_id: "ins_900001", initial_products: ["transactions"] };

describe("the site's sandbox bank", () => {
  it("creates nothing before its first use", async () => {
    const DATA_DIR = newDataDir();
    const call = openSiteBank({ DATA_DIR });
    expect(readdirSync(DATA_DIR)).toEqual([]);
    expect((await call("/sandbox/public_token/create", wanted)).status).toBe(200);
    expect(existsSync(join(DATA_DIR, "sandbox-bank"))).toBe(true);
  });

  it("keeps its links over a restart, by its folder's secret or the site's key", async () => {
    for (const key of [{}, { SECRET_KEY: "a".repeat(64) }]) {
      const DATA_DIR = newDataDir();
      const first = openSiteBank({ DATA_DIR, ...key });
      const { public_token } = (await first("/sandbox/public_token/create", wanted)).body;
      const second = openSiteBank({ DATA_DIR, ...key });
      const { body } = await second("/item/public_token/exchange", { public_token });
      const { access_token } = body;
      expect(
        (await openSiteBank({ DATA_DIR, ...key })("/item/get", { access_token })).body["item"],
      ).toMatchObject({
        item_id: body["item_id"],
      });
      const elsewhere = openSiteBank({ DATA_DIR: newDataDir() });
      expect((await elsewhere("/item/get", { access_token })).status).toBe(400);
    }
  });

  it("rejects tokens signed with the public default secret", async () => {
    const public_token = openTestSandbox().control.link({});
    const { status } = await openSiteBank({ DATA_DIR: newDataDir() })("/item/public_token/exchange", {
      public_token,
    });
    expect(status).toBe(400);
  });
});
