import { beforeEach, describe, expect, it } from "vitest";
import { GitHubError } from "#upstreams/github/index.ts";
import { createRateLimitTracker, type RateLimitTracker } from "./rate-limit-tracker.ts";

let clock: { ms: number };
let memory: RateLimitTracker;

const start = Date.parse("2026-11-21T12:00:00Z");
const usedUp = () =>
  new GitHubError("primary-limit", "used up", {
    statusCode: 403,
    resetAt: new Date(start + 600_000),
    retryAfterSeconds: 600,
  });

beforeEach(() => {
  clock = { ms: start };
  memory = createRateLimitTracker(() => new Date(clock.ms));
});

function waitSeconds(): number | null {
  try {
    memory.check();
    return null;
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    return error.retryAfterSeconds;
  }
}

function refuse(times: number): void {
  for (let index = 0; index < times; index += 1) memory.noteFailure(usedUp());
}

describe("tracking of GitHub's rate limit", () => {
  it("blocks calls after four refusals in a row, and says how long is left", () => {
    refuse(3);
    expect(waitSeconds()).toBeNull();
    refuse(1);
    clock.ms += 4_500;
    expect(waitSeconds()).toBe(596);
    clock.ms = start + 600_000;
    expect(waitSeconds()).toBeNull();
  });

  it("resets on any answer, even a 404", () => {
    refuse(3);
    memory.noteFailure(new GitHubError("not-found", "no", { statusCode: 404 }));
    refuse(3);
    memory.noteAnswer();
    refuse(3);
    expect(waitSeconds()).toBeNull();
  });

  it("ignores failures without an answer from GitHub", () => {
    refuse(4);
    memory.noteFailure(new GitHubError("unavailable", "timeout"));
    memory.noteFailure(new Error("something of ours"));
    expect(waitSeconds()).toBe(600);
  });

  it("lets one call through every ten seconds", () => {
    refuse(4);
    clock.ms += 10_000;
    expect([waitSeconds(), waitSeconds()]).toEqual([null, 590]);
    memory.noteAnswer();
    expect(waitSeconds()).toBeNull();
  });
});
