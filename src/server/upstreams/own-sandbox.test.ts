import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createSandbox } from "#sandbox/main.ts";
import { plaidSandboxClient } from "#upstreams/plaid/plaid-sandbox-client.ts";
import { createTestApp, type TestApp } from "../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../tests/support/test-database.ts";
import { fetchWithOwnSandboxes } from "./own-sandbox.ts";
import { readSettings } from "../settings/settings.ts";

const address = {
  selfOrigin: () => "https://demo.example",
  internalOrigin: () => "http://127.0.0.1:3000",
};
const secretKey = Buffer.alloc(32, 7);
const demo = { FOLIO_DEMO: "1", HOST: "0.0.0.0", PUBLIC_URL: "https://demo.example" };

async function askedAddress(url: string | URL | Request): Promise<string> {
  const asked: string[] = [];
  const fetcher = fetchWithOwnSandboxes(
    async (input) => {
      asked.push(input instanceof Request ? input.url : String(input));
      return new Response();
    },
    { settings: readSettings(demo), secretKey },
    address,
  );
  await fetcher(url);
  return asked.join();
}

describe("a call by the server", () => {
  it("to its own sandbox uses the internal address", async () => {
    const inner = "http://127.0.0.1:3000/sandbox/github/users/x?page=2";
    const outer = "https://demo.example/sandbox/github/users/x?page=2";
    expect(await askedAddress(outer)).toBe(inner);
    expect(await askedAddress(new URL(outer))).toBe(inner);
  });

  it("to anything else is unchanged", async () => {
    for (const url of [
      "https://demo.example/api/GetUsers",
      "https://demo.example.org/sandbox/github",
      "https://api.github.com/sandbox/github",
    ]) {
      expect(await askedAddress(url)).toBe(url);
    }
  });
});

const database = useTestDatabase();
const dataDir = mkdtempSync(join(tmpdir(), "folio-own-sandbox-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Starts the site with its sandboxes, which it calls through itself. */
function startSite(environment: Record<string, string>): TestApp {
  const settings = readSettings({ ...environment, DATA_DIR: dataDir });
  const origin = settings.PUBLIC_URL ?? "http://localhost:3000";
  const sandbox = createSandbox({ origin: () => origin, settings });
  const site: TestApp = createTestApp(database(), {
    environment,
    origin,
    sandbox: (c) => sandbox.fetch({ req: c.req, env: {} }),
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set("host", new URL(origin).host);
      return site.app.request(new Request(input, { ...init, headers }));
    },
  });
  return site;
}

const browser = { headers: { "user-agent": "A browser" } };
const { clientId: client_id, secret } = plaidSandboxClient;
const asPlaid = (path: string, body: object) => ({
  path: `/sandbox/plaid${path}`,
  init: {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id, secret, ...body }),
  },
});
const withKeys: { path: string; init: RequestInit }[] = [
  asPlaid("/sandbox/public_token/create", {
    institution_id: "ins_folio_1",
    initial_products: ["transactions"],
  }),
  asPlaid("/sandbox/item/fire_webhook", {}),
  asPlaid("/link/token/create", {}),
  {
    path: "/sandbox/congress/v3/bill?format=json",
    init: { headers: { "x-api-key": "folio-sandbox-stranger" } },
  },
  {
    path: "/sandbox/github/user",
    init: { headers: { authorization: "Bearer ghp_FolioSandboxServerToken0000000000000" } },
  },
  { path: "/sandbox/github/login/oauth/access_token", init: { method: "POST", body: "" } },
  { path: "/sandbox/entra/oauth2/v2.0/token", init: { method: "POST", body: "" } },
  { path: "/sandbox/entra/oauth2/v2.0/token/", init: { method: "POST", body: "" } },
];

const live = {
  PUBLIC_URL: "https://folio.example",
  HOST: "0.0.0.0",
  ENTRA_CLIENT_ID: "client",
  ENTRA_CLIENT_SECRET: "secret",
};

describe.each([
  ["a demo", demo],
  ["a live site whose banks, bills and repositories are the sandboxes'", live],
])("on %s", (_name, environment) => {
  it.each(withKeys)("a stranger with the published keys is refused at $path", async ({ path, init }) => {
    const answer = await startSite(environment).request(path, init);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ errors: { sandbox: [expect.any(String)] } });
  });

  it("the site and its visitors' browsers get their answers", async () => {
    const site = startSite(environment);
    const bill = await site.request("/api/CongressGetBill?congress=117&billType=hr&billNumber=1");
    expect(bill.status).toBe(200);
    expect((await site.request("/sandbox/github/users/robin-ashgrove", browser)).status).toBe(200);
    expect((await site.request("/sandbox/plaid/link.css")).status).toBe(200);
  });

  it("strangers are rate limited, the site isn't", async () => {
    const site = startSite({ ...environment, READS_PER_MINUTE: "5" });
    const statuses: number[] = [];
    for (let times = 0; times < 6; times += 1)
      statuses.push((await site.request("/sandbox/github/users/robin-ashgrove", browser)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const bill = await site.request("/api/CongressGetBill?congress=117&billType=hr&billNumber=1");
    expect(bill.status).toBe(200);
  });
});

it("a sandbox whose service is live isn't served", async () => {
  const site = startSite({ ...live, CONGRESS_API_KEY: "a-key", GITHUB_OWNER: "somebody" });
  for (const path of ["/sandbox/congress/v3/bill", "/sandbox/github/users/robin-ashgrove"]) {
    expect((await site.request(path)).status).not.toBe(200);
  }
});

it("on loopback the sandboxes answer everybody, so another site can use them", async () => {
  const answer = await startSite({}).request("/sandbox/congress/v3/bill?format=json", {
    headers: { "x-api-key": "folio-sandbox-other" },
  });
  expect(answer.status).toBe(200);
});
