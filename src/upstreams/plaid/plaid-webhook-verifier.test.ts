import { createHash, createHmac, randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTHeaderParameters } from "jose";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fc } from "../../../tests/support/properties.ts";
import { createWebhookVerifier, PlaidError, type WebhookKey, type WebhookVerifier } from "./index.ts";

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

const sender = "192.0.2.1";
const start = new Date("2026-11-21T15:00:00Z");
let now = start;
let pair: Pair;
let otherPair: Pair;
let verifier: WebhookVerifier;
/** Keys that Plaid has, or its failure. */
let atPlaid: Map<string, { jwk: JWK; expiredAt: number | null }>;
let failing: PlaidError | null;
let asked: string[];
const kid = "bfbd5111-8e33-4643-8ced-b2e642a72f3c";

const body = Buffer.from(
  JSON.stringify({ webhook_type: "TRANSACTIONS", webhook_code: "SYNC_UPDATES_AVAILABLE", item_id: "item-1" }),
);

beforeAll(async () => {
  [pair, otherPair] = await Promise.all([generateKeyPair("ES256"), generateKeyPair("ES256")]);
});

beforeEach(async () => {
  now = start;
  failing = null;
  asked = [];
  atPlaid = new Map([[kid, { jwk: await exportJWK(pair.publicKey), expiredAt: null }]]);
  verifier = createWebhookVerifier({ bank: { getWebhookKey }, now: () => now });
});

async function getWebhookKey(wanted: string): Promise<WebhookKey> {
  asked.push(wanted);
  await Promise.resolve();
  if (failing !== null) throw failing;
  const key = atPlaid.get(wanted);
  if (key === undefined) {
    throw new PlaidError("our-fault", "no such key", {
      errorType: "INVALID_INPUT",
      errorCode: "INVALID_WEBHOOK_VERIFICATION_KEY_ID",
    });
  }
  const { x = "", y = "" } = key.jwk;
  return { kid: wanted, jwk: { kty: "EC", crv: "P-256", x, y }, expiredAt: key.expiredAt };
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Signs like Plaid, with exceptions. */
function sign(
  options: {
    bytes?: Uint8Array;
    claims?: Record<string, unknown>;
    header?: Partial<JWTHeaderParameters>;
    key?: Pair["privateKey"];
  } = {},
): Promise<string> {
  const claims = {
    iat: Math.floor(now.getTime() / 1000),
    request_body_sha256: sha256(options.bytes ?? body),
    ...options.claims,
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", kid, typ: "JWT", ...options.header })
    .sign(options.key ?? pair.privateKey);
}

function unsigned(header: object, claims: object, signature = ""): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part(header)}.${part(claims)}.${signature}`;
}

function goodClaims() {
  return { iat: Math.floor(now.getTime() / 1000), request_body_sha256: sha256(body) };
}

async function reasonOf(header: string | undefined, bytes: Uint8Array = body): Promise<string> {
  const result = await verifier.verify(bytes, header, sender);
  return result.ok ? "ok" : result.reason;
}

describe("a webhook signed by Plaid", () => {
  it("is read", async () => {
    const result = await verifier.verify(body, await sign(), sender);
    expect(result).toMatchObject({
      ok: true,
      webhook: { type: "TRANSACTIONS", code: "SYNC_UPDATES_AVAILABLE", itemId: "item-1" },
    });
  });

  it("is the same delivery when repeated, and a new one when signed again", async () => {
    const token = await sign();
    const hashes = [
      await verifier.verify(body, token, sender),
      await verifier.verify(body, token, sender),
    ].map((result) => (result.ok ? result.deliveryHash : ""));
    expect(hashes[0]).toMatch(/^[\da-f]{64}$/);
    expect(hashes[1]).toBe(hashes[0]);
    now = new Date(start.getTime() + 1_000);
    const again = await verifier.verify(body, await sign(), sender);
    expect(again.ok && again.deliveryHash).not.toBe(hashes[0]);
  });

  it("is the same delivery with the other form of its signature", async () => {
    const token = await sign();
    const first = await verifier.verify(body, token, sender);
    const second = await verifier.verify(body, mirrored(token), sender);
    expect(mirrored(token)).not.toBe(token);
    expect([first.ok, second.ok]).toEqual([true, true]);
    expect(first.ok && second.ok && first.deliveryHash === second.deliveryHash).toBe(true);
  });
});

/** Returns the other valid form of an ECDSA signature: (r, n − s) for (r, s). */
function mirrored(token: string): string {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const [header, claims, signature = ""] = token.split(".");
  const hex = Buffer.from(signature, "base64url").toString("hex");
  const s = order - BigInt(`0x${hex.slice(64)}`);
  const turned = Buffer.from(hex.slice(0, 64) + s.toString(16).padStart(64, "0"), "hex");
  return `${header}.${claims}.${turned.toString("base64url")}`;
}

describe("a rejected webhook", () => {
  it("has no signature", async () => {
    expect(await reasonOf(undefined)).toBe("no-signature");
    expect(await reasonOf("")).toBe("no-signature");
  });

  it("claims another algorithm, and causes no key lookup", async () => {
    const secret = Buffer.from(JSON.stringify(atPlaid.get(kid)?.jwk));
    const head = unsigned({ alg: "HS256", kid }, goodClaims()).slice(0, -1);
    const hmac = createHmac("sha256", secret).update(head).digest("base64url");
    expect(await reasonOf(`${head}.${hmac}`)).toBe("wrong-algorithm");
    expect(await reasonOf(unsigned({ alg: "none", kid }, goodClaims()))).toBe("wrong-algorithm");
    expect(await reasonOf(unsigned({ alg: "NONE", kid }, goodClaims()))).toBe("wrong-algorithm");
    const { privateKey } = await generateKeyPair("ES384");
    expect(await reasonOf(await sign({ header: { alg: "ES384" }, key: privateKey }))).toBe("wrong-algorithm");
    expect(await reasonOf(unsigned({ kid }, goodClaims()))).toBe("malformed-signature");
    expect(asked).toEqual([]);
  });

  it("claims ES256 without a signature or with someone else's", async () => {
    expect(await reasonOf(unsigned({ alg: "ES256", kid }, goodClaims()))).toBe("bad-signature");
    const zeros = Buffer.alloc(64).toString("base64url");
    expect(await reasonOf(unsigned({ alg: "ES256", kid }, goodClaims(), zeros))).toBe("bad-signature");
    expect(await reasonOf(await sign({ key: otherPair.privateKey }))).toBe("bad-signature");
  });

  it("includes its own key", async () => {
    const jwk = await exportJWK(otherPair.publicKey);
    expect(await reasonOf(await sign({ header: { jwk }, key: otherPair.privateKey }))).toBe("bad-signature");
  });

  it("requires an unknown extension", async () => {
    const head = { alg: "ES256", kid, crit: ["exp2"], exp2: 1 };
    expect(await reasonOf(unsigned(head, goodClaims(), "AA"))).toBe("bad-signature");
  });

  it("has a body altered by a letter or a space", async () => {
    const token = await sign();
    for (const altered of [`${body.toString()} `, body.toString().replace("item-1", "item-2"), ""]) {
      expect(await reasonOf(token, Buffer.from(altered))).toBe("altered-body");
    }
    expect(asked).toEqual([]);
  });

  it.each([
    [300, "ok"],
    [301, "wrong-time"],
    [86_400, "wrong-time"],
    [-60, "ok"],
    [-61, "wrong-time"],
  ])("was signed %i seconds ago: %s", async (ageSeconds, expected) => {
    const iat = start.getTime() / 1000 - ageSeconds;
    expect(await reasonOf(await sign({ claims: { iat } }))).toBe(expected);
  });

  it("signs something other than a webhook", async () => {
    for (const text of [
      "",
      "[]",
      "null",
      "not json",
      '{"webhook_type":"ITEM"}',
      '{"webhook_type":1,"webhook_code":2}',
    ]) {
      const bytes = Buffer.from(text);
      expect(await reasonOf(await sign({ bytes }), bytes)).toBe("malformed-body");
    }
    const invalidUtf8 = Buffer.from([0x22, 0xff, 0x22]);
    expect(await reasonOf(await sign({ bytes: invalidUtf8 }), invalidUtf8)).toBe("malformed-body");
  });

  it("is larger than any webhook", async () => {
    const bytes = Buffer.alloc(1_000_001, " ");
    expect(await reasonOf(await sign({ bytes }), bytes)).toBe("malformed-body");
    expect(await reasonOf(`${await sign()}${"A".repeat(5_000)}`)).toBe("malformed-signature");
  });

  it("has missing or invalid claims", async () => {
    const wrong = [
      { iat: undefined },
      { iat: "now" },
      { request_body_sha256: undefined },
      { request_body_sha256: "abc" },
      { request_body_sha256: [sha256(body)] },
    ];
    for (const claims of wrong) {
      const token = unsigned({ alg: "ES256", kid }, { ...goodClaims(), ...claims }, "AA");
      expect(await reasonOf(token)).toBe("malformed-signature");
    }
  });

  it("has an invalid key id", async () => {
    for (const odd of [undefined, 7, "", "../../item/get", "a b", "k".repeat(101), { $ne: 1 }]) {
      const token = unsigned({ alg: "ES256", kid: odd }, goodClaims(), "AA");
      expect(await reasonOf(token)).toBe("malformed-signature");
    }
    expect(asked).toEqual([]);
  });

  it("can be anything, without causing an error", async () => {
    const pieces = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.constantFrom("e30", "bnVsbA", "W10", "eyJhbGciOiJFUzI1NiJ9", "."),
    );
    const header = fc.oneof(
      fc.string(),
      fc.array(pieces, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(".")),
    );
    await fc.assert(
      fc.asyncProperty(header, fc.uint8Array({ maxLength: 50 }), async (token, bytes) => {
        expect((await verifier.verify(bytes, token, sender)).ok).toBe(false);
      }),
    );
  });
});

describe("Plaid's keys", () => {
  it("are looked up once an hour each, however many webhooks arrive at once", async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => sign()));
    const results = await Promise.all(tokens.map((token) => reasonOf(token)));
    expect(new Set(results)).toEqual(new Set(["ok"]));
    now = new Date(start.getTime() + 59 * 60_000);
    expect(await reasonOf(await sign())).toBe("ok");
    expect(asked).toEqual([kid]);
    now = new Date(start.getTime() + 61 * 60_000);
    expect(await reasonOf(await sign())).toBe("ok");
    expect(asked).toEqual([kid, kid]);
  });

  it("that are no longer in use are rejected", async () => {
    atPlaid.set(kid, { jwk: await exportJWK(pair.publicKey), expiredAt: start.getTime() / 1000 - 10 });
    expect(await reasonOf(await sign())).toBe("expired-key");
  });

  it("can be rotated: the new one is accepted at once, and the old one no longer", async () => {
    expect(await reasonOf(await sign())).toBe("ok");
    atPlaid.set(kid, { jwk: await exportJWK(pair.publicKey), expiredAt: start.getTime() / 1000 });
    atPlaid.set("kid-2", { jwk: await exportJWK(otherPair.publicKey), expiredAt: null });
    const fresh = await sign({ header: { kid: "kid-2" }, key: otherPair.privateKey });
    expect(await reasonOf(fresh)).toBe("ok");
    expect(await reasonOf(await sign())).toBe("expired-key");
    expect(asked).toEqual([kid, "kid-2", kid]);
  });

  it("that Plaid removes are unknown at the next lookup", async () => {
    expect(await reasonOf(await sign())).toBe("ok");
    atPlaid.clear();
    now = new Date(start.getTime() + 61 * 60_000);
    for (let times = 0; times < 3; times += 1) expect(await reasonOf(await sign())).toBe("unknown-key");
    expect(asked).toEqual([kid, kid]);
  });

  it("unknown to Plaid are looked up once in ten minutes", async () => {
    const token = await sign({ header: { kid: "nobody" } });
    for (let times = 0; times < 5; times += 1) expect(await reasonOf(token)).toBe("unknown-key");
    expect(asked).toEqual(["nobody"]);
    now = new Date(start.getTime() + 11 * 60_000);
    expect(await reasonOf(await sign({ header: { kid: "nobody" } }))).toBe("unknown-key");
    expect(asked).toEqual(["nobody", "nobody"]);
  });

  it("can't be looked up endlessly with made-up ids, while known ones keep working", async () => {
    expect(await reasonOf(await sign())).toBe("ok");
    now = new Date(start.getTime() + 60_000);
    const reasons: string[] = [];
    for (let times = 0; times < 50; times += 1) reasons.push(await inventedBy(sender));
    expect(asked).toHaveLength(1 + 5);
    // A skipped lookup may concern a new Plaid key, so Plaid is to send that webhook again.
    expect([reasons[0], reasons.at(-1)]).toEqual(["unknown-key", "cannot-verify"]);
    expect(await reasonOf(await sign())).toBe("ok");
    now = new Date(start.getTime() + 120_000);
    expect(await inventedBy(sender)).toBe("unknown-key");
  });

  it("made up by one sender don't block another sender's new key", async () => {
    for (let times = 0; times < 50; times += 1) await inventedBy("198.51.100.7");
    expect(await reasonOf(await sign())).toBe("ok");
  });

  it("made up by many senders are looked up at most sixty times a minute, which resets", async () => {
    for (let times = 0; times < 200; times += 1) await inventedBy(`198.51.100.${times}`);
    expect(asked).toHaveLength(60);
    expect(await reasonOf(await sign())).toBe("cannot-verify");
    now = new Date(start.getTime() + 60_000);
    expect(await reasonOf(await sign())).toBe("ok");
  });

  it("that are known are confirmed at most twice a minute while Plaid is down", async () => {
    expect(await reasonOf(await sign())).toBe("ok");
    now = new Date(start.getTime() + 61 * 60_000);
    failing = new PlaidError("retry-later", "down");
    for (let times = 0; times < 20; times += 1) expect(await reasonOf(await sign())).toBe("ok");
    expect(asked).toHaveLength(2);
    now = new Date(start.getTime() + 62 * 60_000);
    expect(await reasonOf(await sign())).toBe("ok");
    expect(asked).toHaveLength(3);
  });

  async function inventedBy(from: string): Promise<string> {
    const result = await verifier.verify(body, await sign({ header: { kid: randomUUID() } }), from);
    return result.ok ? "ok" : result.reason;
  }

  it.each([
    ["is down", new PlaidError("retry-later", "down")],
    [
      "refuses our keys",
      new PlaidError("our-fault", "no", { errorType: "INVALID_INPUT", errorCode: "INVALID_API_KEYS" }),
    ],
  ])("can't be checked while Plaid %s, which isn't held against the webhook", async (_how, error) => {
    failing = error;
    expect(await reasonOf(await sign())).toBe("cannot-verify");
    failing = null;
    expect(await reasonOf(await sign())).toBe("ok");
  });

  it("that are known are trusted for a day while Plaid is down", async () => {
    expect(await reasonOf(await sign())).toBe("ok");
    failing = new PlaidError("retry-later", "down");
    now = new Date(start.getTime() + 23 * 3_600_000);
    expect(await reasonOf(await sign())).toBe("ok");
    now = new Date(start.getTime() + 25 * 3_600_000);
    expect(await reasonOf(await sign())).toBe("cannot-verify");
  });

  it("that aren't points on the curve verify nothing", async () => {
    atPlaid.set(kid, { jwk: { x: "A".repeat(43), y: "A".repeat(43) }, expiredAt: null });
    expect(await reasonOf(await sign())).toBe("cannot-verify");
  });
});
