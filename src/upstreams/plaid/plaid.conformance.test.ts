import { serve, type ServerType } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHttpClient } from "#server/upstreams/http-client.ts";
import { createLogger } from "#server/log.ts";
import { createPlaidBank, createWebhookVerifier, type PlaidBank } from "./index.ts";
import { plaidConformance } from "../../../tests/support/conformance/plaid-conformance.ts";
import { plaidSandboxClient } from "./plaid-sandbox-client.ts";
import { createDrivenBank } from "../../../tests/support/stand-ins/bank-control/bank-control.ts";
import { bankIds } from "./sandbox/sandbox-banks.ts";

const outsideFetch = globalThis.fetch;
const http = createHttpClient({
  fetch: outsideFetch,
  log: createLogger({ level: "silent" }),
  userAgent: "Folio conformance",
});
const site = { domain: "ledger.example" };

type Delivery = { body: Uint8Array; header: string | undefined };
const deliveries: Delivery[] = [];
let server: ServerType;
let origin = "";
const sandbox = createDrivenBank({
  origin: () => origin,
  webhookOrigins: () => ["https://ledger.example"],
  fetch: async (_input, init) => {
    const header = new Headers(init?.headers).get("plaid-verification") ?? undefined;
    deliveries.push({ body: new Uint8Array(await new Response(init?.body).arrayBuffer()), header });
    return new Response();
  },
});

beforeAll(async () => {
  const port = await new Promise<number>((resolve) => {
    server = serve({ fetch: sandbox.app.fetch, port: 0, hostname: "127.0.0.1" }, (info) =>
      resolve(info.port),
    );
  });
  origin = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  if ("closeAllConnections" in server) server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

function sandboxBank(): PlaidBank {
  const settings = { modes: { plaid: "sandbox" }, PLAID_ENV: "sandbox" } as const;
  return createPlaidBank({ http, settings, site }, { selfOrigin: () => origin });
}

describe("the sandbox bank", () => {
  plaidConformance(() => ({
    baseUrl: `${origin}${plaidSandboxClient.path}`,
    keys: plaidSandboxClient,
    bank: sandboxBank(),
    institutionId: bankIds.healthy,
  }));

  it("signs webhooks that pass our check, unless altered or five minutes old", async () => {
    const bank = sandboxBank();
    const webhook = "https://ledger.example/api/PlaidWebhook";
    const { itemId, accessToken } = await bank.exchangePublicToken(sandbox.control.link({ webhook }));
    deliveries.splice(0);
    const response = await outsideFetch(`${origin}${plaidSandboxClient.path}/sandbox/item/reset_login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        access_token: accessToken,
        client_id: plaidSandboxClient.clientId,
        secret: plaidSandboxClient.secret,
      }),
    });
    expect(response.status).toBe(200);
    await expect.poll(() => deliveries.length).toBe(1);
    const [{ body, header } = { body: new Uint8Array(), header: "" }] = deliveries;
    let now = new Date();
    const verifier = createWebhookVerifier({ bank, now: () => now });
    expect(await verifier.verify(body, header, "192.0.2.1")).toMatchObject({
      ok: true,
      webhook: { type: "ITEM", code: "ERROR", itemId, error: { code: "ITEM_LOGIN_REQUIRED" } },
    });
    expect(await verifier.verify(Buffer.concat([body, Buffer.from(" ")]), header, "192.0.2.1")).toMatchObject(
      {
        reason: "altered-body",
      },
    );
    now = new Date(now.getTime() + 301_000);
    expect(await verifier.verify(body, header, "192.0.2.1")).toMatchObject({ reason: "wrong-time" });
  });
});

const clientId = process.env["PLAID_CONFORMANCE_CLIENT_ID"];
const secret = process.env["PLAID_CONFORMANCE_SECRET"];
describe.runIf(clientId !== undefined && secret !== undefined)("Plaid's own Sandbox environment", () => {
  const keys = { clientId: clientId ?? "", secret: secret ?? "" };
  const settings = {
    modes: { plaid: "live" },
    PLAID_CLIENT_ID: keys.clientId,
    PLAID_SECRET: keys.secret,
    PLAID_ENV: "sandbox",
  } as const;
  plaidConformance(() => ({
    baseUrl: "https://sandbox.plaid.com",
    keys,
    bank: createPlaidBank({ http, settings, site }, { selfOrigin: () => "https://ledger.example" }),
    // First Platypus Bank, which accepts any user name and password of Plaid's Sandbox.
    institutionId: "ins_109508",
  }));
});
