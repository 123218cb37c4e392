import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readSettings } from "#server/settings/settings.ts";
import { congressSandbox } from "#upstreams/congress/congress-sandbox-client.ts";
import { createCongressSandbox, type CongressSandbox } from "#upstreams/congress/sandbox/congress-sandbox.ts";
import { checkCongress } from "./doctor-congress.ts";

const now = () => new Date("2026-11-21T12:00:00Z");
let sandbox: CongressSandbox;
let servers: Server[] = [];

beforeEach(() => {
  sandbox = createCongressSandbox({ now });
});

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
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

/** A running site that says this of its index. */
function answer(index: object): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data: { index } }));
  });
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(String(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

describe("what the doctor says of Congress", () => {
  it("is nothing but its name for the sandbox, which it does not ask", async () => {
    expect(await check({})).toEqual({ Congress: "ok: sandbox (CONGRESS_API_KEY would turn it live)" });
    expect(sandbox.calls).toEqual([]);
  });

  it("is that the key is accepted, and what is left of its limit, by one call", async () => {
    expect(await check(live)).toEqual({
      Congress: "ok: live at congress.example, which accepts the key; 4,999 of 5,000 calls left in this hour",
    });
    expect(sandbox.calls).toHaveLength(1);
    const [{ quotas } = { quotas: null }] = await results(live);
    expect(quotas).toEqual([{ of: "calls an hour", remaining: 4_998, limit: 5_000, resetsAt: null }]);
  });

  it.each([
    ["bad-key", "fail: congress.example refuses CONGRESS_API_KEY: correct it"],
    ["limit", "warn: congress.example has no calls left in this hour; known bills are shown meanwhile"],
    ["html", "fail: congress.example does not answer as Congress.gov should: "],
  ] as const)("is what has to be done about %s", async (failure, words) => {
    sandbox.fail(failure, 10);
    expect((await check(live))["Congress"]).toContain(words);
  });
});

describe("what the doctor says of the index of bills", () => {
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
      { asOf: null, isComplete: false, indexed: 0 },
      "warn: 0 bills in the index; none of its Congresses has been read through yet",
    ],
    [
      { asOf: "2026-11-19T12:00:00Z", isComplete: true, indexed: 5 },
      "warn: 5 bills in the index, current as of 2880 minutes ago: look into the server's log",
    ],
  ])("of a running server: %o", async (index, words) => {
    expect((await check({ PORT: await answer(index) }))["Bills"]).toBe(words);
  });

  it("is nothing where something else answers at its address", async () => {
    expect(await check({ PORT: await answer({ hello: "world" }) })).not.toHaveProperty("Bills");
  });
});
