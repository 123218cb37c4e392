import { serve } from "../../../tests/support/stand-ins/http-stand-in.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { readSettings } from "#server/settings/settings.ts";
import { congressSandbox } from "#upstreams/congress/congress-sandbox-client.ts";
import { createCongressSandbox, type CongressSandbox } from "#upstreams/congress/sandbox/congress-sandbox.ts";
import { checkCongress } from "./doctor-congress.ts";

const now = () => new Date("2026-11-21T12:00:00Z");
let sandbox: CongressSandbox;

beforeEach(() => {
  sandbox = createCongressSandbox({ now });
});

function results(environment: Record<string, string>): ReturnType<typeof checkCongress> {
  return checkCongress(
    readSettings({ PORT: "0", ...environment }),
    async (input, init) => sandbox.app.request(input instanceof Request ? input : input.toString(), init),
    now,
  );
}

async function check(environment: Record<string, string>): Promise<Record<string, string>> {
  return Object.fromEntries(
    (await results(environment)).map(({ name, state, message }) => [name, `${state}: ${message}`]),
  );
}

const live = {
  CONGRESS_API_URL: `https://congress.example${congressSandbox.path}`,
  CONGRESS_API_KEY: congressSandbox.key,
};

/** Starts a site that answers with this index status. */
async function answer(index: object): Promise<string> {
  const origin = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data: { index } }));
  });
  return new URL(origin).port;
}

describe("the doctor's report on Congress", () => {
  it("only names the sandbox, without calling it", async () => {
    expect(await check({})).toEqual({ Congress: "ok: sandbox (set CONGRESS_API_KEY to go live)" });
    expect(sandbox.calls).toEqual([]);
  });

  it("confirms the key and the remaining calls with one call", async () => {
    expect(await check(live)).toEqual({
      Congress: "ok: live at congress.example, which accepts the key; 4,999 of 5,000 calls left this hour",
    });
    expect(sandbox.calls).toHaveLength(1);
    const [{ quotas } = { quotas: null }] = await results(live);
    expect(quotas).toEqual([{ of: "calls an hour", remaining: 4_998, limit: 5_000, resetsAt: null }]);
  });

  it.each([
    ["bad-key", "fail: congress.example rejects CONGRESS_API_KEY; correct it"],
    ["limit", "warn: congress.example has no calls left this hour; cached bills are shown in the meantime"],
    ["html", "fail: congress.example doesn't respond like Congress.gov: "],
  ] as const)("says what to do about %s", async (failure, words) => {
    sandbox.fail(failure, 10);
    expect((await check(live))["Congress"]).toContain(words);
  });
});

describe("the doctor's report on the bill index", () => {
  it.each([
    [
      { asOf: "2026-11-21T11:50:00Z", isComplete: true, indexed: 12_345 },
      "ok: 12,345 bills in the index, current as of 10 minutes ago",
    ],
    [
      { asOf: "2026-11-21T11:50:00Z", isComplete: false, indexed: 5 },
      "ok: 5 bills in the index, current as of 10 minutes ago; older Congresses are still being read",
    ],
    [
      { asOf: "2026-11-21T11:59:00Z", isComplete: true, indexed: 1 },
      "ok: 1 bill in the index, current as of 1 minute ago",
    ],
    [
      { asOf: "2026-11-21T12:00:30Z", isComplete: true, indexed: 5 },
      "ok: 5 bills in the index, current as of just now",
    ],
    [
      { asOf: null, isComplete: false, indexed: 0 },
      "warn: 0 bills in the index; no Congress has been read completely yet",
    ],
    [
      { asOf: "2026-11-19T12:00:00Z", isComplete: true, indexed: 5 },
      "warn: 5 bills in the index, current as of 2 days ago; check the server's log",
    ],
  ])("of a running server: %o", async (index, words) => {
    expect((await check({ PORT: await answer(index) }))["Bills"]).toBe(words);
  });

  it("is omitted if something else answers at the site's address", async () => {
    expect(await check({ PORT: await answer({ hello: "world" }) })).not.toHaveProperty("Bills");
  });
});
