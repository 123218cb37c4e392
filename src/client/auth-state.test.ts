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

  it("doesn't log a request interrupted by leaving the page", async () => {
    expect(await lookUp(() => window.dispatchEvent(new Event("beforeunload")))).toEqual(anonymous);
  });
});
