import { describe, expect, it } from "vitest";
import { plaidSandboxClient } from "../../plaid-sandbox-client.ts";
import {
  linkBank,
  openTestSandbox,
  testOrigin,
  type TestSandbox,
} from "../../../../../tests/support/stand-ins/sandbox-bank.ts";

const linkRequest = {
  client_name: "Folio",
  language: "en",
  country_codes: ["US"],
  user: { client_user_id: "somebody" },
};
const newLink = { ...linkRequest, products: ["transactions"], transactions: { days_requested: 730 } };

async function linkToken({ call }: TestSandbox, request: object): Promise<string> {
  const { status, body } = await call("/link/token/create", request);
  expect(status).toBe(200);
  return String(body["link_token"]);
}

async function open({ app }: TestSandbox, fields: [string, string][], method: "GET" | "POST" = "GET") {
  const query = new URLSearchParams(fields);
  const url = `${testOrigin}${plaidSandboxClient.linkPath}`;
  const response =
    method === "GET"
      ? await app.request(`${url}?${query.toString()}`)
      : await app.request(url, { method, body: query });
  return {
    status: response.status,
    html: await response.text(),
    policy: response.headers.get("content-security-policy") ?? "",
    location: response.headers.get("location"),
  };
}

describe("linking a bank", () => {
  it("takes four pages that carry the choices so far, then returns with a public token", async () => {
    const sandbox = openTestSandbox();
    const token = await linkToken(sandbox, { ...newLink, redirect_uri: `${testOrigin}/accounts?from=here` });
    const choices: [string, string][] = [["link_token", token]];
    const banks = await open(sandbox, choices);
    expect(banks.status).toBe(200);
    for (const name of ["Lanternfish Bank", "Rusty Gate Credit Union", "Stormcloud Savings"]) {
      expect(banks.html).toContain(name);
    }
    expect(banks.html).toContain("The banks, people, and money are invented");

    choices.push(["bank", "ins_900001"]);
    const people = await open(sandbox, choices);
    expect(people.html).toContain("Avery Quillfeather");
    expect(people.html).toContain("Morgan Saltmarsh");

    choices.push(["user", "avery"]);
    const accounts = await open(sandbox, choices);
    expect(accounts.html.match(/type="checkbox"[^>]*checked/g)).toHaveLength(6);

    choices.push(["account", "checking"], ["account", "yen"]);
    const confirm = await open(sandbox, [...choices, ["step", "confirm"]]);
    expect(confirm.html).toContain("Everyday Checking, checking ending in 4417, USD");
    expect(confirm.html).toContain("Yen Account, savings ending in 7145, JPY");
    expect(confirm.html).not.toContain("Lantern Card");

    const done = await open(sandbox, choices, "POST");
    expect(done.status).toBe(303);
    const back = new URL(done.location ?? "");
    expect(`${back.origin}${back.pathname}`).toBe(`${testOrigin}/accounts`);
    expect(back.searchParams.get("from")).toBe("here");
    const exchanged = await sandbox.call("/item/public_token/exchange", {
      public_token: back.searchParams.get("public_token"),
    });
    const { accounts: shared } = sandbox.control.truth(String(exchanged.body["item_id"]));
    expect(shared.map(({ name }) => name)).toEqual(["Everyday Checking", "Yen Account"]);
  });

  it("runs without scripts and can't be framed", async () => {
    const sandbox = openTestSandbox();
    const { html, policy } = await open(sandbox, [["link_token", await linkToken(sandbox, newLink)]]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy, "the site's icon").toContain("img-src 'self'");
    expect(policy).toContain(testOrigin);
    expect(html).not.toMatch(/<script|style=|onclick/);
    const css = await sandbox.app.request(`${testOrigin}${plaidSandboxClient.linkPath}.css`);
    expect(css.headers.get("content-type")).toBe("text/css; charset=utf-8");
  });

  it("returns to the site's accounts page if no address was given, even when canceled", async () => {
    const sandbox = openTestSandbox();
    const token = await linkToken(sandbox, newLink);
    const { html } = await open(sandbox, [["link_token", token]]);
    expect(html).toContain('href="/accounts?link_canceled=1"');
    const choices: [string, string][] = [
      ["link_token", token],
      ["bank", "ins_900003"],
      ["user", "morgan-slow"],
      ["account", "savings"],
    ];
    expect((await open(sandbox, choices, "POST")).location).toMatch(
      /^\/accounts\?public_token=public-sandbox-/,
    );
  });

  it("asks again if no account is checked or the user name is unknown", async () => {
    const sandbox = openTestSandbox();
    const start: [string, string][] = [
      ["link_token", await linkToken(sandbox, newLink)],
      ["bank", "ins_900001"],
    ];
    const none = await open(sandbox, [...start, ["user", "avery"], ["step", "confirm"]]);
    expect(none.status).toBe(422);
    expect(none.html).toContain('role="alert">Choose at least one account.');
    const nobody = await open(sandbox, [...start, ["user", '<b>"bob"']]);
    expect(nobody.status).toBe(422);
    expect(nobody.html).toContain("no user named “&lt;b&gt;&quot;bob&quot;”");
    expect(nobody.html).not.toContain("<b>");
    const posted = await open(sandbox, [...start, ["user", "avery"]], "POST");
    expect(posted.location).toBeNull();
  });

  it("passes on the behavior requested by the user name", async () => {
    const sandbox = openTestSandbox();
    const token = await linkToken(sandbox, newLink);
    const choices: [string, string][] = [
      ["link_token", token],
      ["bank", "ins_900001"],
      ["user", " Morgan-Rate-Limited "],
      ["account", "card"],
    ];
    expect((await open(sandbox, [...choices, ["step", "confirm"]])).html).toContain("morgan-rate-limited");
    const { location } = await open(sandbox, choices, "POST");
    const public_token = new URL(location ?? "", testOrigin).searchParams.get("public_token");
    const { body } = await sandbox.call("/item/public_token/exchange", { public_token });
    const sync = await sandbox.call("/transactions/sync", { access_token: body["access_token"] });
    expect(sync.status).toBe(429);
  });

  it("is refused with a forged, missing, wrong or expired link token", async () => {
    const sandbox = openTestSandbox();
    const token = await linkToken(sandbox, newLink);
    const forged = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
    for (const wrong of [forged, "", sandbox.control.link({}), "link-sandbox-"]) {
      for (const method of ["GET", "POST"] as const) {
        const { status, html } = await open(sandbox, [["link_token", wrong]], method);
        expect(status).toBe(400);
        expect(html).toContain("This link has expired");
        expect(html).toContain('href="/accounts"');
      }
    }
    sandbox.control.advance(4 * 60 * 60_000);
    expect((await open(sandbox, [["link_token", token]])).status).toBe(400);
  });
});

describe("a bank that will open another account", () => {
  it("offers it only when the link is updated", async () => {
    const sandbox = openTestSandbox();
    const choices: [string, string][] = [
      ["link_token", await linkToken(sandbox, newLink)],
      ["bank", "ins_900002"],
      ["user", "avery-new-accounts"],
    ];
    const { html } = await open(sandbox, choices);
    expect(html).toContain("Household Checking");
    expect(html).not.toContain("Hinge Card");
    const { location } = await open(
      sandbox,
      [...choices, ["account", "checking"], ["account", "card"]],
      "POST",
    );
    const public_token = new URL(location ?? "", testOrigin).searchParams.get("public_token");
    const { body } = await sandbox.call("/item/public_token/exchange", { public_token });
    expect(sandbox.control.truth(String(body["item_id"])).accounts).toHaveLength(1);
    const update = { access_token: body["access_token"], update: { account_selection_enabled: true } };
    const renewal = await linkToken(sandbox, { ...linkRequest, ...update });
    expect((await open(sandbox, [["link_token", renewal]])).html).toContain("Hinge Card");
  });
});

describe("repairing a link", () => {
  async function openRepair(choice: Parameters<typeof linkBank>[1], update: object = {}) {
    const sandbox = openTestSandbox();
    const linked = await linkBank(sandbox, choice);
    const token = await linkToken(sandbox, { ...linkRequest, access_token: linked.accessToken, ...update });
    return { sandbox, token, ...linked };
  }

  it("asks to log in again and returns the Item, without an exchange", async () => {
    const { sandbox, token, itemId, accessToken } = await openRepair({ bank: "repair" });
    sandbox.control.advance(60_000);
    const { html } = await open(sandbox, [["link_token", token]]);
    expect(html).toContain("Repair the link to Rusty Gate Credit Union");
    expect(html).not.toContain("checkbox");
    expect(html).toContain("link_canceled=1");
    const { status, location } = await open(sandbox, [["link_token", token]], "POST");
    expect([status, location]).toEqual([303, `/accounts?repaired=${itemId}`]);
    expect((await sandbox.call("/accounts/get", { access_token: accessToken })).status).toBe(200);
  });

  it("doesn't reveal the access token", async () => {
    const { token, accessToken } = await openRepair({ bank: "repair" });
    const hidden = accessToken.slice(-22);
    const readable = Buffer.from(token.slice("link-sandbox-".length), "base64url").toString();
    expect(token).not.toContain(hidden);
    expect(readable).not.toContain(hidden);
  });

  it("accepts a new choice of accounts if the site asked for one", async () => {
    const { sandbox, token, itemId } = await openRepair(
      { accounts: ["checking"] },
      { update: { account_selection_enabled: true } },
    );
    const { html } = await open(sandbox, [["link_token", token]]);
    expect(html.match(/type="checkbox"/g)).toHaveLength(6);
    expect(html.match(/type="checkbox"[^>]*checked/g)).toHaveLength(1);
    const none = await open(sandbox, [["link_token", token]], "POST");
    expect(none.status).toBe(422);
    expect(none.html).toContain("Choose at least one account.");
    const choice: [string, string][] = [
      ["link_token", token],
      ["account", "checking"],
      ["account", "card"],
    ];
    expect((await open(sandbox, choice, "POST")).status).toBe(303);
    expect(sandbox.control.truth(itemId).accounts.map(({ name }) => name)).toEqual([
      "Everyday Checking",
      "Lantern Card",
    ]);
  });

  it("says why it isn't possible", async () => {
    const revoked = await openRepair({});
    revoked.sandbox.control.revoke(revoked.itemId);
    const down = await openRepair({});
    down.sandbox.control.setBankDown("healthy", true);
    for (const [{ sandbox, token }, status, text] of [
      [revoked, 410, "can’t be repaired"],
      [down, 503, "The bank is down"],
    ] as const) {
      for (const method of ["GET", "POST"] as const) {
        const page = await open(sandbox, [["link_token", token]], method);
        expect(page.status).toBe(status);
        expect(page.html).toContain(text);
      }
    }
  });

  it("refuses products, which the Item already has", async () => {
    const sandbox = openTestSandbox();
    const { accessToken: access_token } = await linkBank(sandbox);
    const { status, body } = await sandbox.call("/link/token/create", { ...newLink, access_token });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error_code: "INVALID_FIELD" });
  });

  it("must begin within half an hour", async () => {
    const { sandbox, token } = await openRepair({});
    sandbox.control.advance(30 * 60_000);
    expect((await open(sandbox, [["link_token", token]])).status).toBe(400);
  });
});
