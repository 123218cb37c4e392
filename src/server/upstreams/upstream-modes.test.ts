import { describe, expect, it } from "vitest";
import { useTestDatabase } from "../../../tests/support/test-database.ts";
import { recordUpstreamModes } from "./upstream-modes.ts";

const database = useTestDatabase();

describe("the recorded modes of the upstreams", () => {
  it("are returned once as new, then only when they change", async () => {
    const first = await recordUpstreamModes(database(), { plaid: "sandbox", github: "sandbox" });
    expect(first).toMatchObject([
      { upstream: "github", from: null, to: "sandbox" },
      { upstream: "plaid", from: null, to: "sandbox" },
    ]);
    expect(await recordUpstreamModes(database(), { plaid: "sandbox", github: "sandbox" })).toEqual([]);

    const [change, ...others] = await recordUpstreamModes(database(), { plaid: "sandbox", github: "live" });
    expect(others).toEqual([]);
    expect(change).toMatchObject({ upstream: "github", from: "sandbox", to: "live" });
    expect(change?.since.getTime()).toBeGreaterThanOrEqual(first[0]?.since.getTime() ?? Infinity);
  });

  it("are kept for upstreams that a start doesn't name", async () => {
    await recordUpstreamModes(database(), { plaid: "live" });
    expect(await recordUpstreamModes(database(), {})).toEqual([]);
    await recordUpstreamModes(database(), { github: "live" });
    expect(await recordUpstreamModes(database(), { plaid: "sandbox" })).toMatchObject([
      { from: "live", to: "sandbox" },
    ]);
  });
});
