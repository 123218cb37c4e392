import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createHighlightQueue, type HighlightWorker } from "./code-highlight-queue.ts";
import type { HighlightOutcome, HighlightRequest } from "./code-highlighter.ts";

/** Creates a worker that answers on the test's command. */
function createFakeWorker() {
  const listeners: Record<string, ((event: { data: HighlightOutcome }) => void)[]> = {
    message: [],
    error: [],
  };
  const asked: HighlightRequest[] = [];
  const worker: HighlightWorker = {
    postMessage: (request) => void asked.push(request),
    addEventListener: (type: string, listener: (event: { data: HighlightOutcome }) => void) =>
      void listeners[type]?.push(listener),
    terminate: vi.fn<() => void>(),
  };
  const outcome = (html: string): HighlightOutcome => ({ kind: "highlighted", html, language: "css" });
  return {
    worker,
    asked,
    answer: (html: string) => {
      for (const listener of listeners["message"] ?? []) listener({ data: outcome(html) });
    },
    fail: () => {
      for (const listener of listeners["error"] ?? []) listener({ data: outcome("") });
    },
  };
}

function createSite() {
  const workers: ReturnType<typeof createFakeWorker>[] = [];
  const highlight = createHighlightQueue(() => {
    const fake = createFakeWorker();
    workers.push(fake);
    return fake.worker;
  });
  const live = new AbortController();
  return {
    workers,
    highlight: (code: string, signal = live.signal) => highlight({ code, language: "css" }, signal),
  };
}

describe("the highlighter's queue", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it("passes texts to one worker in turn, and each answer to its caller", async () => {
    const { workers, highlight } = createSite();
    const first = highlight("a");
    const second = highlight("b");
    expect(workers[0]?.asked.map(({ code }) => code)).toEqual(["a"]);
    workers[0]?.answer("A");
    workers[0]?.answer("B");
    expect(await first).toMatchObject({ html: "A" });
    expect(await second).toMatchObject({ html: "B" });
    expect(workers).toHaveLength(1);
  });

  it("times out a text that takes forever, and continues with a new worker", async () => {
    const { workers, highlight } = createSite();
    const endless = highlight("forever");
    const next = highlight("b");
    vi.advanceTimersByTime(10_000);
    expect(await endless).toBeNull();
    expect(workers[0]?.worker.terminate).toHaveBeenCalledOnce();
    // Too late to count as the next answer.
    workers[0]?.answer("late");
    workers[1]?.answer("B");
    expect(await next).toMatchObject({ html: "B" });
  });

  it("skips canceled texts", async () => {
    const { workers, highlight } = createSite();
    const gone = new AbortController();
    const first = highlight("a");
    const unwanted = highlight("b", gone.signal);
    const third = highlight("c");
    gone.abort();
    workers[0]?.answer("A");
    workers[0]?.answer("C");
    expect(await unwanted).toBeNull();
    expect(await third).toMatchObject({ html: "C" });
    expect(await first).toMatchObject({ html: "A" });
    expect(workers[0]?.asked.map(({ code }) => code)).toEqual(["a", "c"]);
  });

  it("leaves the text plain if the worker fails, and tries again with the next", async () => {
    const { workers, highlight } = createSite();
    const first = highlight("a");
    workers[0]?.fail();
    expect(await first).toBeNull();
    const second = highlight("b");
    workers[1]?.answer("B");
    expect(await second).toMatchObject({ html: "B" });

    const blocked = createHighlightQueue(() => {
      throw new DOMException("blocked", "SecurityError");
    });
    expect(await blocked({ code: "a", language: "css" }, new AbortController().signal)).toBeNull();
  });
});
