import { describe, expect, it } from "vitest";
import { failureEnvelope, networkFailure, readAnswer, successEnvelope } from "./envelope.ts";

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  const response = { status, ok: status < 400, headers: { get: (name: string) => headers[name] ?? null } };
  return readAnswer(response, body);
}

describe("readAnswer", () => {
  it("unwraps the data of an envelope", () => {
    expect(answer(200, successEnvelope({ a: 1 }))).toMatchObject({
      success: true,
      data: { a: 1 },
      error: null,
    });
  });

  it("returns a bare answer whole, even one with a success field", () => {
    const body = { success: true, budgetId: 3, errorMessage: null, errors: null };
    expect(answer(200, body)).toMatchObject({ success: true, data: body });
  });

  it("joins each key with its messages", () => {
    const errors = { name: ["Enter a name."], startDate: ["Enter a date.", "Use YYYY-MM-DD."] };
    expect(answer(400, failureEnvelope(400, errors))).toMatchObject({
      success: false,
      errors,
      error: "name: Enter a name.; startDate: Enter a date. Use YYYY-MM-DD.",
    });
  });

  it("uses the message of a bare failure only", () => {
    const bare = { success: false, product: null, imageUris: [], errorMessage: "No product has it." };
    expect(answer(404, bare)).toMatchObject({ success: false, statusCode: 404, error: "No product has it." });
    for (const errorMessage of [null, "", 7, { text: "no" }]) {
      expect(answer(404, { ...bare, errorMessage })).toMatchObject({ error: "Not found" });
    }
    expect(answer(404, { errorMessage: "Says nothing of success." })).toMatchObject({ error: "Not found" });
  });

  it.each([
    [400, "Invalid request"],
    [403, "Access Denied"],
    [404, "Not found"],
    [429, "Rate limit exceeded"],
    [500, "An unhandled error occurred"],
    [418, "An unhandled error occurred"],
  ])("status %i without a usable body says “%s”", (status, text) => {
    for (const body of [null, "<html>", { errors: "no map" }, { errors: {} }, []]) {
      expect(answer(status, body)).toMatchObject({ success: false, error: text });
    }
  });

  it("has exactly the fixed text of a forbidden, missing or rate-limited call", () => {
    expect(answer(403, failureEnvelope(403, { ACCESS_DENIED: ["Access Denied"] }))).toMatchObject({
      error: "Access Denied",
    });
    expect(
      answer(429, failureEnvelope(429, { RATE_LIMIT: ["Rate limit exceeded"] }), { "retry-after": "7" }),
    ).toMatchObject({ error: "Rate limit exceeded", retryAfterSeconds: 7 });
  });
});

describe("networkFailure", () => {
  it("has status 500 with the error's message, or the fixed text for unknown errors", () => {
    expect(networkFailure(new TypeError("fetch failed"))).toMatchObject({
      statusCode: 500,
      error: "fetch failed",
    });
    expect(networkFailure("?")).toMatchObject({ statusCode: 500, error: "An unknown error occurred" });
  });
});
