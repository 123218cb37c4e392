import { describe, expect, it } from "vitest";
import { plaidSandboxClient } from "../plaid-sandbox-client.ts";
import { linkBank, openTestSandbox, testOrigin } from "../../../../tests/support/stand-ins/sandbox-bank.ts";

const keys = { client_id: plaidSandboxClient.clientId, secret: plaidSandboxClient.secret };
const linkRequest = {
  client_name: "Folio",
  language: "en",
  country_codes: ["US"],
  user: { client_user_id: "somebody" },
  products: ["transactions"],
};

describe("a call", () => {
  it("gets a request id and is never cached", async () => {
    const { post } = openTestSandbox();
    const response = await post("/link/token/create", JSON.stringify({ ...keys, ...linkRequest }));
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const body: unknown = await response.json();
    expect(body).toMatchObject({
      link_token: expect.stringMatching(/^link-sandbox-/),
      expiration: "2026-11-21T21:00:00.000Z",
      request_id: expect.stringMatching(/^[A-Za-z0-9]{15}$/),
    });
  });

  it("can have its keys in headers", async () => {
    const { post } = openTestSandbox();
    const headers = { "plaid-client-id": keys.client_id, "plaid-secret": keys.secret };
    expect((await post("/link/token/create", JSON.stringify(linkRequest), headers)).status).toBe(200);
  });

  it("fails in Plaid's own format", async () => {
    const { call } = openTestSandbox();
    const { status, body } = await call("/item/get", { access_token: "access-sandbox-nothing" });
    expect(status).toBe(400);
    expect(body).toEqual({
      error_type: "INVALID_INPUT",
      error_code: "INVALID_ACCESS_TOKEN",
      error_message: "could not find matching access token",
      display_message: null,
      documentation_url: "https://plaid.com/docs/?ref=error#invalid-input-errors",
      request_id: expect.stringMatching(/^[A-Za-z0-9]{15}$/),
      suggested_action: null,
    });
  });

  it.each([
    ["without keys", { ...linkRequest }, "MISSING_FIELDS", /client_id, secret/],
    [
      "with a wrong secret",
      { ...linkRequest, ...keys, secret: "guess" },
      "INVALID_API_KEYS",
      /invalid client_id/,
    ],
    ["with an unknown field", { ...linkRequest, ...keys, color: 1 }, "UNKNOWN_FIELDS", /endpoint: color$/],
    [
      "with an unknown field inside",
      { ...linkRequest, ...keys, user: { client_user_id: "a", email: "b" } },
      "UNKNOWN_FIELDS",
      /endpoint: user\.email$/,
    ],
    [
      "without a required field",
      { ...keys, language: "en", country_codes: ["US"], user: {} },
      "MISSING_FIELDS",
      /missing: client_name, user\.client_user_id$/,
    ],
    [
      "for more than two years",
      { ...linkRequest, ...keys, transactions: { days_requested: 731 } },
      "INVALID_FIELD",
      /days_requested/,
    ],
    ["for no product", { ...linkRequest, ...keys, products: [] }, "INVALID_FIELD", /products/],
    [
      "for a foreign address",
      { ...linkRequest, ...keys, redirect_uri: "https://elsewhere.example/" },
      "INVALID_FIELD",
      /redirect URI/,
    ],
  ])("for a link %s is refused", async (_, request, code, message) => {
    const { post } = openTestSandbox();
    const response = await post("/link/token/create", JSON.stringify(request));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error_code: code,
      error_message: expect.stringMatching(message),
    });
  });

  it("is refused if it isn't JSON or isn't declared as JSON", async () => {
    const { post } = openTestSandbox();
    for (const response of [
      await post("/item/get", "{"),
      await post("/item/get", "[]"),
      await post("/item/get", JSON.stringify(keys), { "content-type": "text/plain" }),
    ]) {
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error_code: "INVALID_BODY" });
    }
  });

  it("to an unknown address, or with another method, is not found", async () => {
    const { app, call } = openTestSandbox();
    expect(await call("/transactions/everything", {})).toMatchObject({
      status: 404,
      body: { error_code: "NOT_FOUND" },
    });
    const read = await app.request(`${testOrigin}${plaidSandboxClient.path}/item/get`);
    expect(read.status).toBe(404);
  });
});

describe("a public token", () => {
  it("is valid for one exchange and half an hour", async () => {
    const { call, control } = openTestSandbox();
    const public_token = control.link({});
    expect((await call("/item/public_token/exchange", { public_token })).body).toMatchObject({
      access_token: expect.stringMatching(/^access-sandbox-[\w-]+$/),
      item_id: expect.stringMatching(/^[A-Za-z0-9]{37}$/),
    });
    expect((await call("/item/public_token/exchange", { public_token })).body).toMatchObject({
      error_code: "INVALID_PUBLIC_TOKEN",
    });
    const late = control.link({});
    control.advance(30 * 60_000);
    expect((await call("/item/public_token/exchange", { public_token: late })).body).toMatchObject({
      error_message: expect.stringContaining("expired"),
    });
  });

  it("that wasn't issued here is refused", async () => {
    const { call, control } = openTestSandbox();
    const real = control.link({});
    const forged = `${real.slice(0, 20)}${real[20] === "A" ? "B" : "A"}${real.slice(21)}`;
    for (const public_token of [forged, "public-sandbox-", "nothing"]) {
      expect(await call("/item/public_token/exchange", { public_token })).toMatchObject({
        status: 400,
        body: { error_code: "INVALID_PUBLIC_TOKEN" },
      });
    }
  });

  it("can be created without the page, as in Plaid's own sandbox", async () => {
    const { call } = openTestSandbox();
    const made = await call("/sandbox/public_token/create", {
      institution_id: "ins_900001",
      initial_products: ["transactions"],
      options: { override_username: "morgan-empty", transactions: { days_requested: 30 } },
    });
    const { public_token } = made.body;
    const { body } = await call("/item/public_token/exchange", { public_token });
    const { access_token } = body;
    expect((await call("/transactions/sync", { access_token })).body).toMatchObject({
      added: [],
      has_more: false,
      next_cursor: expect.stringMatching(/.+/),
    });
    for (const wrong of [{ institution_id: "ins_3" }, { options: { override_username: "nobody" } }]) {
      const request = { institution_id: "ins_900001", initial_products: ["transactions"], ...wrong };
      expect((await call("/sandbox/public_token/create", request)).status).toBe(400);
    }
  });
});

describe("an access token", () => {
  it("is refused when it was altered", async () => {
    const sandbox = openTestSandbox();
    const { accessToken } = await linkBank(sandbox);
    const forged = `${accessToken.slice(0, -1)}${accessToken.endsWith("A") ? "B" : "A"}`;
    for (const access_token of [forged, "access-sandbox-", "token"]) {
      expect((await sandbox.call("/accounts/get", { access_token })).body).toMatchObject({
        error_code: "INVALID_ACCESS_TOKEN",
      });
    }
  });

  it("is valid in a second sandbox with the same secret only", async () => {
    const first = openTestSandbox();
    const { itemId, accessToken: access_token } = await linkBank(first);
    const second = openTestSandbox();
    const { body } = await second.call("/item/get", { access_token });
    expect(body["item"]).toMatchObject({ item_id: itemId });
    const rows = async ({ call }: typeof first) =>
      (await call("/transactions/sync", { access_token })).body["added"];
    expect(await rows(second)).toEqual(await rows(first));
    const stranger = openTestSandbox({ secret: "another" });
    expect((await stranger.call("/item/get", { access_token })).status).toBe(400);
  });
});

describe("a bank", () => {
  it("has a name, a color and a PNG logo", async () => {
    const { call } = openTestSandbox();
    const request = { institution_id: "ins_900002", country_codes: ["US"] };
    const options = { include_optional_metadata: true };
    const { body } = await call("/institutions/get_by_id", { ...request, options });
    expect(body["institution"]).toMatchObject({
      institution_id: "ins_900002",
      name: "Rusty Gate Credit Union",
      primary_color: "#9a4a1c",
      logo: expect.stringMatching(/^iVBORw0KGgo/),
      oauth: false,
    });
    expect((await call("/institutions/get_by_id", request)).body["institution"]).toMatchObject({
      logo: null,
    });
  });

  it("is refused if it doesn't exist or is in another country", async () => {
    const { call } = openTestSandbox();
    for (const request of [
      { institution_id: "ins_1", country_codes: ["US"] },
      { institution_id: "ins_900001", country_codes: ["GB"] },
    ]) {
      expect((await call("/institutions/get_by_id", request)).body).toMatchObject({
        error_code: "INVALID_INSTITUTION",
      });
    }
  });
});
