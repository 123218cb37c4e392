import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describedShape } from "../../../tests/support/conformance/github-openapi.ts";
import { gitHubConformance } from "../../../tests/support/conformance/github-conformance.ts";
import { startGitHubSandbox } from "../../../tests/support/stand-ins/sandboxes.ts";
import { gitHubSandboxClient } from "./sandbox-client.ts";

let running: Awaited<ReturnType<typeof startGitHubSandbox>>;
beforeAll(async () => {
  running = await startGitHubSandbox();
});
afterAll(() => running.close());

describe("the GitHub sandbox", () => {
  gitHubConformance(() => ({
    apiUrl: running.url,
    owner: gitHubSandboxClient.owner,
    token: gitHubSandboxClient.serverToken,
    check: (call, status, json) => expect(describedShape(call, status).safeParse(json).error).toBeUndefined(),
  }));
});

const liveOwner = process.env["GITHUB_CONFORMANCE_OWNER"];
describe.runIf(liveOwner !== undefined)("the live GitHub", () => {
  gitHubConformance(() => ({
    apiUrl: "https://api.github.com",
    owner: liveOwner ?? "",
    token: process.env["GITHUB_CONFORMANCE_TOKEN"] ?? null,
    // The live service is authoritative; its description may be outdated.
    check: () => undefined,
  }));
});

describe("the check against GitHub's description", () => {
  it("detects a missing field, a wrong type and a forbidden null", () => {
    const shape = describedShape("GET /repos/{owner}/{repo}/commits", 200);
    expect(shape.safeParse([]).success).toBe(true);
    expect(shape.safeParse([{ sha: 1 }]).success).toBe(false);
    expect(shape.safeParse(null).success).toBe(false);
    expect(describedShape("GET /repos/{owner}/{repo}/languages", 200).safeParse({ C: "many" }).success).toBe(
      false,
    );
  });

  it("refuses to check calls GitHub doesn't describe", () => {
    expect(() => describedShape("GET /rate_limit", 418)).toThrow(/no application\/json/);
  });
});
