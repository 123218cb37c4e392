import { beforeEach, describe, expect, it, vi } from "vitest";
import { maxInputBytes, type GenerateOutcome, type GenerateRequest } from "../domain/codegen.ts";
import type { CodeGenerator } from "./code-generator.ts";
import type { CodegenState } from "./codegen-state.ts";
import { defaultSettings } from "./codegen-state.ts";
import { createCodegenStore } from "./codegen-store.ts";

const done: GenerateOutcome = { outcome: "generated", files: [], warnings: [] };

function setUp(generate: CodeGenerator["generate"] = async () => done, isReady = () => true) {
  const asked: GenerateRequest[] = [];
  const saved: CodegenState[] = [];
  const store = createCodegenStore(
    {
      generate: (request) => {
        asked.push(request);
        return generate(request);
      },
      describe: async (language) =>
        isReady()
          ? [{ name: language, description: "", isPrimary: true, type: "boolean", defaultValue: false }]
          : null,
      dispose: () => undefined,
    },
    { load: () => defaultSettings, save: (state) => void saved.push(state) },
  );
  store.load(defaultSettings);
  function type(text: string) {
    const id = store.current().samples[0]?.id;
    if (id !== undefined) store.changeSample(id, text);
  }
  return { store, asked, saved, type };
}

describe("the generator page's state", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => void vi.useRealTimers();
  });

  it("generates once, shortly after typing stops, and saves every change", async () => {
    const { store, asked, saved, type } = setUp();
    type("[1");
    await vi.advanceTimersByTimeAsync(100);
    type("[1]");
    expect(store.current()).toMatchObject({ isWorking: true, outcome: null });
    await vi.advanceTimersByTimeAsync(300);
    expect(asked.map(({ samples }) => samples)).toEqual([["[1]"]]);
    expect(store.current()).toMatchObject({ isWorking: false, outcome: done });
    expect(saved.map(({ samples }) => samples)).toEqual([["[1"], ["[1]"]]);
  });

  it("loads the options that were missing as long as the generator couldn't be loaded", async () => {
    let isReady = false;
    const { store, type } = setUp(
      async () => (isReady ? done : { outcome: "failed", message: "Couldn’t load it." }),
      () => isReady,
    );
    type("1");
    await vi.advanceTimersByTimeAsync(300);
    expect(store.current()).toMatchObject({ outcome: { outcome: "failed" }, options: [] });
    isReady = true;
    store.retry();
    await vi.advanceTimersByTimeAsync(300);
    expect(store.current().options).toHaveLength(1);
  });

  it("never replaces a newer result with an older one", async () => {
    const answers: ((outcome: GenerateOutcome) => void)[] = [];
    const { store, type } = setUp(() => new Promise((resolve) => answers.push(resolve)));
    type("1");
    await vi.advanceTimersByTimeAsync(300);
    type("2");
    await vi.advanceTimersByTimeAsync(300);
    const [first, second] = answers;
    second?.({ ...done, warnings: ["new"] });
    await vi.advanceTimersByTimeAsync(0);
    first?.({ ...done, warnings: ["old"] });
    await vi.advanceTimersByTimeAsync(0);
    expect(store.current().outcome).toMatchObject({ warnings: ["new"] });
  });

  it("keeps the last code while generating, and drops it when the input is cleared", async () => {
    const { store, type } = setUp();
    type("1");
    await vi.advanceTimersByTimeAsync(300);
    type("2");
    expect(store.current()).toMatchObject({ isWorking: true, outcome: done });
    store.clear();
    expect(store.current()).toMatchObject({ isWorking: false, outcome: null });
  });

  it("doesn't start if the input is too large", async () => {
    const { store, asked, type } = setUp();
    type(" ".repeat(maxInputBytes) + "1");
    await vi.advanceTimersByTimeAsync(300);
    expect(asked).toEqual([]);
    expect(store.current()).toMatchObject({ isWorking: false, outcome: null });
  });

  it("adds a file to an empty sample, and replaces everything with an example", () => {
    const { store } = setUp();
    const texts = () => store.current().samples.map(({ text }) => text);
    store.placeFile("1");
    expect(texts()).toEqual(["1"]);
    store.placeFile("2");
    expect(texts()).toEqual(["1", "2"]);
    store.changeKind("schema");
    expect(texts()).toEqual(["1"]);
    store.changeKind("json");
    expect(texts()).toEqual(["1", "2"]);
    store.changeKind("schema");
    store.placeExample("3", "Bill");
    expect(store.current()).toMatchObject({ kind: "json", typeName: "Bill" });
    expect(texts()).toEqual(["3"]);
  });

  it("has a file's lines as the text field has them, so that errors are found there", () => {
    const { store } = setUp();
    store.placeFile('{\r\n"a":\r1}');
    expect(store.current().samples.map(({ text }) => text)).toEqual(['{\n"a":\n1}']);
  });

  it("saves input that was cleared and is restored", async () => {
    const { store, asked, saved, type } = setUp();
    type("[1]");
    const before = store.shared();
    store.clear();
    store.restore(before);
    expect(saved.map(({ samples }) => samples)).toEqual([["[1]"], [""], ["[1]"]]);
    await vi.advanceTimersByTimeAsync(300);
    expect(asked.map(({ samples }) => samples)).toEqual([["[1]"]]);
  });

  it("loads a language's options when it is selected, and sends only those", async () => {
    const { store, asked, type } = setUp();
    store.changeSettings({ languageOptions: { go: { package: "bills" }, rust: { density: "dense" } } });
    store.changeSettings({ language: "go" });
    type("1");
    expect(store.current().options).toBeNull();
    await vi.advanceTimersByTimeAsync(300);
    expect(store.current().options).toMatchObject([{ name: "go" }]);
    expect(asked.at(-1)).toMatchObject({ language: "go", languageOptions: { package: "bills" } });
  });
});
