import { beforeEach, describe, expect, it, vi } from "vitest";
import type { GenerateRequest } from "../domain/codegen.ts";
import {
  createCodeGenerator,
  type CodegenWorker,
  type WorkerAnswer,
  type WorkerQuestion,
} from "./code-generator.ts";

const request: GenerateRequest = {
  kind: "json",
  samples: ["1"],
  typeName: "Root",
  language: "go",
  languageOptions: {},
  detections: [],
};

/** Creates workers that answer on the test's command. */
function setUp() {
  const workers: {
    asked: WorkerQuestion[];
    answer: (answer: WorkerAnswer) => void;
    fail: () => void;
    isEnded: boolean;
  }[] = [];
  const generator = createCodeGenerator((): CodegenWorker => {
    const listeners = { answer: (_answer: WorkerAnswer) => undefined as void, fail: () => undefined as void };
    const made = {
      asked: [] as WorkerQuestion[],
      answer: (answer: WorkerAnswer) => listeners.answer(answer),
      fail: () => listeners.fail(),
      isEnded: false,
    };
    workers.push(made);
    return {
      ask: (question) => void made.asked.push(question),
      onAnswer: (listener) => void (listeners.answer = listener),
      onFailure: (listener) => void (listeners.fail = listener),
      end: () => void (made.isEnded = true),
    };
  });
  return { generator, workers };
}

describe("the generator's worker", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => void vi.useRealTimers();
  });

  it("isn't started before it is needed", () => {
    expect(setUp().workers).toEqual([]);
  });

  it("is replaced when a newer request arrives, which keeps questions about languages", async () => {
    const { generator, workers } = setUp();
    const first = generator.generate(request);
    const described = generator.describe("go");
    const second = generator.generate({ ...request, samples: ["2"] });
    expect(await first).toBeNull();
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
    const [describing, generating] = workers[1]?.asked ?? [];
    expect([describing?.type, generating?.type]).toEqual(["describe", "generate"]);
    workers[1]?.answer({ type: "described", id: describing?.id ?? 0, options: [] });
    workers[1]?.answer({
      type: "generated",
      id: generating?.id ?? 0,
      outcome: { outcome: "failed", message: "no" },
    });
    expect(await described).toEqual([]);
    expect(await second).toEqual({ outcome: "failed", message: "no" });
  });

  it("times out after thirty seconds with an explanation, and can be asked again", async () => {
    const { generator, workers } = setUp();
    const slow = generator.generate(request);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await slow).toMatchObject({ outcome: "failed", message: expect.stringContaining("30 seconds") });
    expect(workers[0]?.isEnded).toBe(true);
    void generator.generate(request);
    expect(workers).toHaveLength(2);
  });

  it("reports that it failed to load", async () => {
    const { generator, workers } = setUp();
    const failing = generator.generate(request);
    workers[0]?.fail();
    expect(await failing).toMatchObject({
      outcome: "failed",
      message: expect.stringContaining("Couldn’t load the generator"),
    });
  });
});
