import { describe, expect, it } from "vitest";
import { ApiError, networkFailure } from "#shared/envelope.ts";
import { statusText } from "#shared/errors.ts";
import { failureText, failureWords, isAboutAccess, canRetry, requestIdOf } from "./api-failure.ts";
import { unlessGone } from "./unless-gone.ts";

function refused(
  statusCode: number,
  errors: Record<string, string[]> | null,
  requestId: string | null = "r1",
  retryAfterSeconds: number | null = null,
) {
  return new ApiError({
    success: false,
    statusCode,
    data: null,
    errors,
    error: statusText(statusCode),
    requestId,
    retryAfterSeconds,
  });
}

describe("a failed call", () => {
  it("shows the server's sentences without codes", () => {
    expect(
      failureWords(refused(409, { CONFLICT: ["It is linked already."], name: ["Choose another."] })),
    ).toBe("It is linked already. Choose another.");
  });

  it("says when a rate limit ends", () => {
    const limit = { RATE_LIMIT: ["Rate limit exceeded"] };
    expect(failureWords(refused(429, limit, "r1", 42))).toBe("Rate limit exceeded. Try again in 42 seconds.");
    expect(failureWords(refused(429, limit, "r1", 1_800))).toBe(
      "Rate limit exceeded. Try again in 30 minutes.",
    );
    expect(failureWords(refused(429, limit))).toBe("Rate limit exceeded");
  });

  it("explains a network failure instead of showing the browser's message", () => {
    const lost = networkFailure(new TypeError("Failed to fetch"));
    if (lost.success) throw new Error("a failure was expected");
    expect(failureText(new ApiError(lost))).toBe(
      "Couldn’t reach the site. Check your connection and try again.",
    );
  });

  it("adds the request id to server errors once", () => {
    expect(failureText(refused(500, null))).toBe(
      "Something went wrong on our side. Try again in a moment. Request r1.",
    );
    expect(failureText(refused(500, { INTERNAL: ["It broke. Request r1."] }))).toBe("It broke. Request r1.");
    expect(failureText(refused(400, { name: ["Enter a name."] }))).toBe("Enter a name.");
    expect(requestIdOf(refused(404, null))).toEqual({ requestId: "r1" });
    expect(requestIdOf(new Error("no call"))).toEqual({});
  });

  it("can be retried unless the request was rejected", () => {
    const statuses = [400, 401, 403, 404, 408, 409, 413, 429, 500, 502, 503];
    expect(statuses.filter((status) => canRetry(refused(status, null)))).toEqual([
      401, 403, 408, 429, 500, 502, 503,
    ]);
    expect(canRetry(new Error("no answer"))).toBe(true);
  });

  it("concerns access only with 401 and 403", () => {
    expect([401, 403, 404, 429, 500].filter((status) => isAboutAccess(refused(status, null)))).toEqual([
      401, 403,
    ]);
    expect(isAboutAccess(new Error("401"))).toBe(false);
  });
});

describe("a removal", () => {
  it("is done if another tab was faster, and fails otherwise", async () => {
    const gone = refused(404, { NOT_FOUND: ["Not found"] });
    await expect(unlessGone(Promise.reject(gone))).resolves.toBeUndefined();
    const last = refused(409, { passkeyId: ["This is your only way to sign in."] });
    await expect(unlessGone(Promise.reject(last))).rejects.toBe(last);
    const broken = new TypeError("broken");
    await expect(unlessGone(Promise.reject(broken))).rejects.toBe(broken);
  });
});
