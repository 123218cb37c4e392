import { describe, expect, it } from "vitest";
import type { Picture } from "../../domain/picture-list.ts";
import { createUploadQueue } from "./upload-queue.ts";

type Running = {
  name: string;
  signal: AbortSignal;
  progress: (share: number) => void;
  resolve: (imageId: number) => void;
  reject: (error: Error) => void;
};

function setUp() {
  const running: Running[] = [];
  const states = new Map<string, Picture["state"]>();
  const queue = createUploadQueue({
    maxConcurrent: 2,
    upload: (file, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(new DOMException("Canceled", "AbortError")));
        running.push({
          name: file.name,
          signal,
          progress: onProgress,
          resolve: (imageId) => resolve({ imageId, uri: `/images/${imageId}`, width: 4, height: 3 }),
          reject,
        });
      }),
    onState: (key, state) => states.set(key, state),
    explain: (error) => ({ message: (error as Error).message, canRetry: true }),
  });
  function add(...names: string[]) {
    for (const name of names) queue.add(name, new File(["x"], name));
  }
  const kinds = () => Object.fromEntries([...states].map(([key, { kind }]) => [key, kind]));
  return { queue, running, states, add, kinds };
}

/** Lets the consequences of a settled upload happen. */
async function settled() {
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

describe("createUploadQueue", () => {
  it("uploads a few files at a time, in order, and reports the progress of each", async () => {
    const { running, states, add, kinds } = setUp();
    add("a", "b", "c");
    expect(kinds()).toEqual({ a: "sending", b: "sending", c: "waiting" });
    running[1]?.progress(0.5);
    expect(states.get("b")).toEqual({ kind: "sending", fileName: "b", share: 0.5 });
    running[0]?.resolve(7);
    await settled();
    expect(states.get("a")).toEqual({ kind: "kept", imageId: 7, uri: "/images/7", width: 4, height: 3 });
    expect(running.map(({ name }) => name)).toEqual(["a", "b", "c"]);
  });

  it("continues with the others when one fails, and retries it on request", async () => {
    const { queue, running, states, add, kinds } = setUp();
    add("a", "b", "c");
    running[0]?.reject(new Error("Too busy."));
    await settled();
    expect(states.get("a")).toEqual({ kind: "failed", fileName: "a", message: "Too busy.", canRetry: true });
    expect(kinds()).toMatchObject({ b: "sending", c: "sending" });
    queue.retry("a");
    expect(kinds()).toMatchObject({ a: "waiting" });
    running[1]?.resolve(2);
    await settled();
    running[3]?.resolve(1);
    await settled();
    expect(kinds()).toEqual({ a: "kept", b: "kept", c: "sending" });
  });

  it("stops reporting a canceled file and continues with the next", async () => {
    const { queue, running, states, add } = setUp();
    add("a", "b", "c", "d");
    queue.drop("a");
    queue.drop("c");
    await settled();
    expect(running[0]?.signal.aborted).toBe(true);
    expect(states.get("a")?.kind).toBe("sending");
    expect(running.map(({ name }) => name)).toEqual(["a", "b", "d"]);
    queue.retry("a");
    queue.retry("never added");
    expect(running).toHaveLength(3);
  });

  it("cancels all uploads when the form closes", async () => {
    const { queue, running, add } = setUp();
    add("a", "b", "c");
    queue.stop();
    await settled();
    expect(running.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  });
});
