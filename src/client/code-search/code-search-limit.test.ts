import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  clearCodeSearchLimit,
  currentCodeSearchLimit,
  limitOf,
  reportCodeSearchLimit,
} from "./code-search-limit.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

describe("limitOf", () => {
  it("reads the end of the limit from Retry-After", () => {
    const failure = { errors: { RATE_LIMIT: ["Rate limit exceeded"] }, retryAfterSeconds: 42 };
    expect(limitOf(failure, now)).toEqual({ kind: "rate-limit", endsAt: now + 42_000, message: null });
  });

  it("waits a minute by default, and at least a second", () => {
    const errors = { RATE_LIMIT: ["Rate limit exceeded"] };
    expect(limitOf({ errors, retryAfterSeconds: null }, now)?.endsAt).toBe(now + 60_000);
    expect(limitOf({ errors, retryAfterSeconds: 0 }, now)?.endsAt).toBe(now + 1000);
  });

  it("distinguishes a missing sign-in from a missing link, both without an end", () => {
    const at = { retryAfterSeconds: null };
    expect(limitOf({ errors: { SIGN_IN_REQUIRED: ["Sign in."] }, ...at })).toEqual({
      kind: "sign-in",
      endsAt: null,
      message: "Sign in.",
    });
    expect(limitOf({ errors: { LINK_REQUIRED: ["Link GitHub."] }, ...at })).toEqual({
      kind: "link",
      endsAt: null,
      message: "Link GitHub.",
    });
  });

  it("returns null for other failures", () => {
    expect(limitOf({ errors: { term: ["Too long."] }, retryAfterSeconds: null })).toBeNull();
    expect(limitOf({ errors: { UPSTREAM: ["GitHub is down."] }, retryAfterSeconds: 9 })).toBeNull();
    expect(limitOf({ errors: null, retryAfterSeconds: null })).toBeNull();
  });
});

describe("the current limit", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now });
  });

  afterEach(() => {
    clearCodeSearchLimit();
    vi.useRealTimers();
  });

  it("is cleared exactly when it ends", () => {
    reportCodeSearchLimit({ kind: "rate-limit", endsAt: now + 30_000, message: null });
    vi.advanceTimersByTime(29_999);
    expect(currentCodeSearchLimit()).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(currentCodeSearchLimit()).toBeNull();
  });

  it("is the last one reported, and isn't cleared by the end of an earlier one", () => {
    reportCodeSearchLimit({ kind: "rate-limit", endsAt: now + 1000, message: null });
    reportCodeSearchLimit({ kind: "link", endsAt: null, message: null });
    vi.advanceTimersByTime(3_600_000);
    expect(currentCodeSearchLimit()).toEqual({ kind: "link", endsAt: null, message: null });
  });
});
