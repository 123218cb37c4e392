import { describe, expect, it } from "vitest";
import { ApiError, networkFailure } from "#shared/envelope.ts";
import { failureText, failureWords, isAboutAccess, mayGoBetter, requestIdOf } from "./api-failure.ts";

function refused(
  statusCode: number,
  errors: Record<string, string[]> | null,
  requestId: string | null = "r1",
) {
  return new ApiError({
    success: false,
    statusCode,
    data: null,
    errors,
    error: "An unhandled error occurred",
    requestId,
    retryAfterSeconds: null,
  });
}

describe("a failed call", () => {
  it("speaks with the server's sentences, without codes", () => {
    expect(
      failureWords(refused(409, { CONFLICT: ["It is linked already."], name: ["Choose another."] })),
    ).toBe("It is linked already. Choose another.");
  });

  it("says that there was no answer instead of the browser's words", () => {
    const lost = networkFailure(new TypeError("Failed to fetch"));
    if (lost.success) throw new Error("a failure was expected");
    expect(failureText(new ApiError(lost))).toBe(
      "The site could not be reached. Check the connection and try again.",
    );
  });

  it("names the request where the failure is ours, once", () => {
    expect(failureText(refused(500, null))).toBe(
      "Something went wrong here. Try again in a moment. Request r1.",
    );
    expect(failureText(refused(500, { INTERNAL: ["It broke. Request r1."] }))).toBe("It broke. Request r1.");
    expect(failureText(refused(400, { name: ["Enter a name."] }))).toBe("Enter a name.");
    expect(requestIdOf(refused(404, null))).toEqual({ requestId: "r1" });
    expect(requestIdOf(new Error("no call"))).toEqual({});
  });

  it("may go better with another try unless what was asked is refused", () => {
    const statuses = [400, 401, 403, 404, 408, 409, 413, 429, 500, 502, 503];
    expect(statuses.filter((status) => mayGoBetter(refused(status, null)))).toEqual([
      401, 403, 408, 429, 500, 502, 503,
    ]);
    expect(mayGoBetter(new Error("no answer"))).toBe(true);
  });

  it("is about access with 401 and 403 only", () => {
    expect([401, 403, 404, 429, 500].filter((status) => isAboutAccess(refused(status, null)))).toEqual([
      401, 403,
    ]);
    expect(isAboutAccess(new Error("401"))).toBe(false);
  });
});
