import {
  detections,
  type GenerateOutcome,
  type InputKind,
  type LanguageOption,
  type LanguageOptions,
} from "../domain/codegen.ts";
import type { CodeGenerator } from "./code-generator.ts";
import type { CodegenMemory } from "./codegen-memory.ts";
import { defaultSettings, type CodegenSettings, type CodegenState } from "./codegen-state.ts";
import { oversizeBytes } from "./input-size.ts";

/** A sample. Its id keeps its field stable while others are added and removed. */
export type Sample = { id: number; text: string };

export type CodegenView = CodegenSettings & {
  kind: InputKind;
  typeName: string;
  samples: Sample[];
  /** Last result, kept during the next run; null without input. */
  outcome: GenerateOutcome | null;
  isWorking: boolean;
  /** Options of the selected language; null until the worker has returned them. */
  options: LanguageOption[] | null;
};

export type CodegenStore = ReturnType<typeof createEdits> & {
  subscribe: (listener: () => void) => () => void;
  current: () => CodegenView;
  /** Calls back when a person changes something; returns a function that stops it. */
  onChange: (listener: () => void) => () => void;
  /** Shows a whole state, from a link or an earlier visit. */
  load: (state: CodegenSettings | CodegenState) => void;
  /** Shows an earlier state again, as a change of the person's. */
  restore: (state: CodegenState) => void;
  changeSettings: (change: Partial<CodegenSettings>) => void;
  retry: () => void;
  /** Returns the state for links and storage. */
  shared: () => CodegenState;
  dispose: () => void;
};

const typingPauseMs = 250;

const firstView: CodegenView = {
  ...defaultSettings,
  kind: "json",
  typeName: "Root",
  samples: [{ id: 0, text: "" }],
  outcome: null,
  isWorking: false,
  options: null,
};

/**
 * Creates the page's state, independent of React: each change is saved, and code is generated shortly after the last
 * one. Tests pass their own `generator` and `memory`.
 */
export function createCodegenStore(generator: CodeGenerator, memory: CodegenMemory): CodegenStore {
  const listeners = new Set<() => void>();
  const changeListeners = new Set<() => void>();
  let view = firstView;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastId = 0;
  let run = 0;
  let isDescribed = false;

  function show(change: Partial<CodegenView>): void {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  }

  function change(change: Partial<CodegenView>): void {
    show(change);
    for (const listener of changeListeners) listener();
    memory.save(sharedOf(view));
    schedule(typingPauseMs);
  }

  function schedule(pauseMs: number): void {
    clearTimeout(timer);
    run += 1;
    if (!canRun(view)) return show({ outcome: null, isWorking: false });
    show({ isWorking: true });
    timer = setTimeout(() => void generate(run), pauseMs);
  }

  async function generate(ownRun: number): Promise<void> {
    const outcome = await generator.generate(requestOf(view));
    if (ownRun !== run || outcome === null) return;
    show({ outcome, isWorking: false });
    // The worker couldn't be loaded before.
    if (!isDescribed && outcome.outcome === "generated") void describe(view.language);
  }

  async function describe(language: string): Promise<void> {
    show({ options: null });
    const options = await generator.describe(language);
    if (view.language !== language) return;
    isDescribed = options !== null;
    show({ options: options ?? [] });
  }

  function newSamples(texts: readonly string[]): Sample[] {
    // As a text field has its lines, so that the place of an error is the same in both.
    return texts.map((text) => ({ id: (lastId += 1), text: text.replaceAll(/\r\n?/g, "\n") }));
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    current: () => view,
    onChange(listener) {
      changeListeners.add(listener);
      return () => void changeListeners.delete(listener);
    },
    load(state) {
      show("samples" in state ? { ...state, samples: newSamples(state.samples) } : state);
      void describe(state.language);
      schedule(0);
    },
    restore({ samples, ...state }) {
      change({ ...state, samples: newSamples(samples) });
      void describe(state.language);
    },
    ...createEdits(() => view, newSamples, change),
    changeSettings(settings) {
      change(settings);
      if (settings.language !== undefined) void describe(settings.language);
    },
    retry: () => schedule(0),
    shared: () => sharedOf(view),
    dispose() {
      clearTimeout(timer);
      run += 1;
      generator.dispose();
    },
  };
}

/** Creates the edits of the input. */
function createEdits(
  current: () => CodegenView,
  newSamples: (texts: readonly string[]) => Sample[],
  change: (change: Partial<CodegenView>) => void,
) {
  // The further samples of one that is a schema now, which has one text, by its id.
  const setAside = new Map<number, Sample[]>();
  return {
    changeKind(kind: InputKind): void {
      const [first, ...others] = current().samples;
      if (first === undefined) return;
      if (kind === "schema") setAside.set(first.id, others);
      change({ kind, samples: [first, ...(kind === "schema" ? [] : (setAside.get(first.id) ?? others))] });
    },
    changeTypeName: (typeName: string) => change({ typeName }),
    changeSample(id: number, text: string): void {
      change({ samples: current().samples.map((sample) => (sample.id === id ? { id, text } : sample)) });
    },
    addSample: () => change({ samples: [...current().samples, ...newSamples([""])] }),
    removeSample: (id: number) => change({ samples: current().samples.filter((sample) => sample.id !== id) }),
    placeExample: (text: string, typeName: string) =>
      change({ kind: "json", typeName, samples: newSamples([text]) }),
    placeFile(text: string): void {
      const { kind, samples } = current();
      const isReplaced = kind === "schema" || samples.at(-1)?.text.trim() === "";
      change({ samples: [...(isReplaced ? samples.slice(0, -1) : samples), ...newSamples([text])] });
    },
    clear: () => change({ samples: newSamples([""]) }),
  };
}

function sharedOf({ samples, ...view }: CodegenView): CodegenState {
  const { language, languageOptions, detections: chosen, kind, typeName } = view;
  return {
    language,
    languageOptions,
    detections: chosen,
    kind,
    typeName,
    samples: samples.map(({ text }) => text),
  };
}

function canRun({ samples }: CodegenView): boolean {
  return samples.some(({ text }) => text.trim() !== "") && oversizeBytes(samples) === null;
}

function requestOf(view: CodegenView) {
  const languageOptions: LanguageOptions = view.languageOptions[view.language] ?? {};
  return {
    kind: view.kind,
    typeName: view.typeName,
    samples: view.samples.map(({ text }) => text),
    language: view.language,
    languageOptions,
    // A schema is explicit: its formats aren't guesses.
    detections: view.kind === "schema" ? detections.map(({ name }) => name) : view.detections,
  };
}
