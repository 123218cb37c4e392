import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createHighlightQueue, type HighlightWorker } from "./code-highlight-queue.ts";
import type { HighlightOutcome, HighlightRequest } from "./code-highlighter.ts";

/** A worker that answers when the test says so. */
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

  it("hands one text after the other to one worker, each answer to who asked", async () => {
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

  it("gives a text up that takes for ever, and goes on with a new worker", async () => {
    const { workers, highlight } = createSite();
    const endless = highlight("for ever");
    const next = highlight("b");
    vi.advanceTimersByTime(10_000);
    expect(await endless).toBeNull();
    expect(workers[0]?.worker.terminate).toHaveBeenCalledOnce();
    // Too late: it is no answer to the next one.
    workers[0]?.answer("late");
    workers[1]?.answer("B");
    expect(await next).toMatchObject({ html: "B" });
  });

  it("does not bother with what nobody wants any more", async () => {
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

  it("leaves the text plain where the worker cannot be had, and tries again with the next", async () => {
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
