import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { AppError } from "#shared/errors.ts";
import { createWorkSlots } from "./work-slots.ts";

function createSlots() {
  return createWorkSlots({
    running: 2,
    waiting: 3,
    ofOne: { running: 1, waiting: 1 },
    busy: "Busy.",
    retryAfterSeconds: 4,
  });
}

/** Creates work that reports when it runs and ends when told to. */
function createWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = {
    isRunning: false,
    end: resolve,
    fail: reject,
    run: () => ((work.isRunning = true), promise),
  };
  return work;
}

describe("work slots", () => {
  it("limit concurrent work and queue the rest in order", async () => {
    const slots = createSlots();
    const works = Array.from({ length: 5 }, createWork);
    const results = works.map((work, index) => slots.run(work.run, { by: `person ${index}` }));
    await turn();
    expect(works.map(({ isRunning }) => isRunning)).toEqual([true, true, false, false, false]);
    works[1]?.end("second");
    expect(await results[1]).toBe("second");
    await turn();
    expect(works.map(({ isRunning }) => isRunning)).toEqual([true, true, true, false, false]);
    for (const [index, work] of works.entries()) work.end(`number ${index}`);
    expect(await Promise.all(results)).toEqual(["number 0", "second", "number 2", "number 3", "number 4"]);
  });

  it("answer 503 with Retry-After when the queue is full, and accept later", async () => {
    const slots = createSlots();
    const works = Array.from({ length: 5 }, createWork);
    const results = works.map((work, index) => slots.run(work.run, { by: `person ${index}` }));
    const refusal: unknown = await slots
      .run(createWork().run, { by: "late" })
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal).toMatchObject({ statusCode: 503, headers: { "retry-after": "4" } });
    for (const work of works) work.end("done");
    await Promise.all(results);
    expect(await slots.run(async () => "now", { by: "late" })).toBe("now");
  });

  it("are released when the work fails", async () => {
    const slots = createSlots();
    for (let count = 0; count < 10; count += 1) {
      const work = createWork();
      const result = slots.run(work.run, { by: "one" });
      work.fail(new Error("broken"));
      await expect(result).rejects.toThrow("broken");
    }
    expect(await slots.run(async () => "still room", { by: "one" })).toBe("still room");
  });

  it("skip callers who left while waiting", async () => {
    const slots = createSlots();
    const works = [createWork(), createWork()];
    const results = works.map((work, index) => slots.run(work.run, { by: `person ${index}` }));
    const gone = new AbortController();
    const abandoned = createWork();
    const waiting = slots.run(abandoned.run, { by: "gone", signal: gone.signal });
    gone.abort(new Error("gone"));
    for (const work of works) work.end("done");
    await Promise.all(results);
    await expect(waiting).rejects.toThrow("gone");
    expect(abandoned.isRunning).toBe(false);
    expect(await slots.run(async () => "next", { by: "next" })).toBe("next");
  });

  it("leave room for others, however much one person starts", async () => {
    const slots = createSlots();
    const [running, waiting, refused, ofAnother] = [createWork(), createWork(), createWork(), createWork()];
    const results = [running, waiting].map((work) => slots.run(work.run, { by: "greedy" }));
    await expect(slots.run(refused.run, { by: "greedy" })).rejects.toMatchObject({ statusCode: 503 });
    results.push(slots.run(ofAnother.run, { by: "another" }));
    await turn();
    expect([running, waiting, ofAnother].map(({ isRunning }) => isRunning)).toEqual([true, false, true]);
    ofAnother.end("done");
    await turn();
    expect(waiting.isRunning).toBe(false);
    running.end("done");
    await turn();
    expect(waiting.isRunning).toBe(true);
    waiting.end("done");
    expect(await Promise.all(results)).toEqual(["done", "done", "done"]);
  });
});
