import { dehydrate, hydrate, QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { noAnswer } from "#client/data/api-failure.ts";
import { ApiError, networkFailure, readAnswer } from "#shared/envelope.ts";
import { failureMessage, failureOf, startLoad } from "./page-load.ts";

const unavailable = new ApiError({
  success: false,
  statusCode: 502,
  data: null,
  errors: { UPSTREAM: ["Congress.gov did not answer."] },
  error: "UPSTREAM: Congress.gov did not answer.",
  requestId: "request-1",
  retryAfterSeconds: null,
});

function failing() {
  return { queryKey: ["bill", 1], retry: false, queryFn: () => Promise.reject(unavailable) };
}

afterEach(() => vi.unstubAllGlobals());

describe("on the server", () => {
  it("answers with the failure's status and its message without the code", async () => {
    const answer = await startLoad(new QueryClient(), failing());
    expect(answer).toMatchObject({
      init: { status: 502 },
      data: {
        failure: { statusCode: 502, message: "Congress.gov did not answer.", requestId: "request-1" },
      },
    });
  });

  it("waits for the answer, however long it takes", async () => {
    const queryClient = new QueryClient();
    const slow = {
      queryKey: ["bill", 2],
      queryFn: () => new Promise((resolve) => setTimeout(() => resolve("a bill"), 300)),
    };
    expect(await startLoad(queryClient, slow)).toMatchObject({
      init: { status: 200 },
      data: { failure: null },
    });
    expect(queryClient.getQueryData(["bill", 2])).toBe("a bill");
  });
});

describe("in the browser", () => {
  it("uses the server's result during hydration, and loads for itself afterward", async () => {
    const onServer = new QueryClient();
    await startLoad(onServer, failing());
    vi.stubGlobal("document", {});
    const inBrowser = new QueryClient();
    hydrate(inBrowser, dehydrate(onServer));
    expect(await startLoad(inBrowser, failing())).toMatchObject({ failure: { requestId: "request-1" } });
    expect(await startLoad(inBrowser, failing())).toMatchObject({ failure: null });
  });

  it("doesn't block the screen on a slow answer", async () => {
    vi.stubGlobal("document", {});
    const never = { queryKey: ["bill", 3], queryFn: () => new Promise<string>(() => undefined) };
    expect(await startLoad(new QueryClient(), never)).toMatchObject({ failure: null });
  });
});

describe("failureOf", () => {
  it("hides the text of an unexpected error", () => {
    expect(failureOf(new TypeError("undefined is not a function"))).toEqual({
      statusCode: 500,
      message: "",
      requestId: null,
    });
    const lost = networkFailure(new TypeError("Failed to fetch"));
    expect(lost.success ? null : failureOf(new ApiError(lost)).message).toBe("");
    const said = (requestId: string | null, message = "") =>
      failureMessage({ statusCode: 500, message, requestId }, "Otherwise.");
    expect([said(null), said("id"), said(null, "One.")]).toEqual([noAnswer, "Otherwise.", "One."]);
  });

  it("keeps the messages of every field", () => {
    const body = { success: false, statusCode: 404, data: null, errors: { a: ["One."], b: ["Two."] } };
    const answer = readAnswer(new Response(null, { status: 404 }), body);
    expect(answer.success ? null : failureOf(new ApiError(answer)).message).toBe("One. Two.");
  });
});
