import { beforeEach, describe, expect, it, vi } from "vitest";
import { expectConsole } from "../../tests/support/guards.ts";
import { createApi } from "./data/api.ts";
import { authQuery } from "./auth-state.ts";
import { createQueryClient } from "./data/query-client.ts";

const window = new EventTarget();
const anonymous = { userDetails: null, signedIn: false, isMember: false };

beforeEach(() => {
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("removeEventListener", window.removeEventListener.bind(window));
});

/** Looks up who is signed in with a failing request; runs `beforeItBreaks` first. */
async function lookUp(beforeItBreaks: () => void): Promise<unknown> {
  const api = createApi(() => {
    beforeItBreaks();
    throw new TypeError("NetworkError when attempting to fetch resource.");
  }, "site");
  return createQueryClient({ isServer: false }).fetchQuery(authQuery(api));
}

describe("looking up who is signed in", () => {
  it("logs a failure", async () => {
    const lines = expectConsole("error");
    expect(await lookUp(() => undefined)).toEqual(anonymous);
    expect(lines.flat().join()).toContain("Failed to look up who is signed in.");
  });

  it("keeps a person signed in whose lookup fails later", async () => {
    expectConsole("error");
    const me = { userDetails: "robin@ashgrove.example", userRoles: ["member"] };
    const answers = [Response.json({ clientPrincipal: me }), Response.json({}, { status: 503 })];
    const query = authQuery(createApi(() => answers.shift() ?? Response.error(), "site"));
    const client = createQueryClient({ isServer: false });
    const first = await client.fetchQuery(query);
    expect(first).toMatchObject({ signedIn: true, isMember: true });
    expect(await client.fetchQuery({ ...query, staleTime: 0 })).toEqual(first);
  });

  it("doesn't log a request interrupted by leaving the page", async () => {
    expect(await lookUp(() => window.dispatchEvent(new Event("beforeunload")))).toEqual(anonymous);
  });
});
