import type { GenerateOutcome, GenerateRequest, LanguageOption } from "../domain/codegen.ts";

export type WorkerQuestion =
  | { type: "generate"; id: number; request: GenerateRequest }
  | { type: "describe"; id: number; language: string };

export type WorkerAnswer =
  | { type: "generated"; id: number; outcome: GenerateOutcome }
  | { type: "described"; id: number; options: LanguageOption[] };

/** The used part of a Worker, with typed messages. */
export type CodegenWorker = {
  ask: (question: WorkerQuestion) => void;
  onAnswer: (listener: (answer: WorkerAnswer) => void) => void;
  /** Called if the worker can't be loaded or crashes. */
  onFailure: (listener: () => void) => void;
  end: () => void;
};

export type CodeGenerator = {
  /** Resolves with null if a later request replaced this one. Never throws. */
  generate: (request: GenerateRequest) => Promise<GenerateOutcome | null>;
  /** Returns a language's options; null if the worker isn't available. */
  describe: (language: string) => Promise<LanguageOption[] | null>;
  dispose: () => void;
};

const timeLimitMs = 30_000;

type Waiting = { question: WorkerQuestion; finish: (answer: WorkerAnswer | null) => void };

/**
 * Runs quicktype in a worker. Only the newest request counts: a worker busy with an older one is terminated and
 * replaced, which takes a tenth of a second.
 */
export function createCodeGenerator(makeWorker: () => CodegenWorker): CodeGenerator {
  let worker: CodegenWorker | null = null;
  let newestId = 0;
  const waiting = new Map<number, Waiting>();

  function start(): CodegenWorker {
    const made = makeWorker();
    made.onAnswer(settle);
    made.onFailure(giveUp);
    return made;
  }

  function settle(answer: WorkerAnswer): void {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    asked?.finish(answer);
  }

  function ask(question: WorkerQuestion): Promise<WorkerAnswer | null> {
    return new Promise((resolve) => {
      waiting.set(question.id, { question, finish: resolve });
      worker ??= start();
      worker.ask(question);
    });
  }

  function end(): Waiting[] {
    worker?.end();
    worker = null;
    const left = [...waiting.values()];
    waiting.clear();
    return left;
  }

  function giveUp(): void {
    for (const { finish } of end()) finish(null);
  }

  /** Drops earlier requests; questions about languages are asked again. */
  function supersede(): void {
    if (![...waiting.values()].some(({ question }) => question.type === "generate")) return;
    for (const { question, finish } of end()) {
      if (question.type === "generate") finish(null);
      else void ask(question).then(finish);
    }
  }

  async function generate(request: GenerateRequest): Promise<GenerateOutcome | null> {
    supersede();
    newestId += 1;
    const id = newestId;
    let isTooSlow = false;
    const timer = setTimeout(() => {
      isTooSlow = true;
      giveUp();
    }, timeLimitMs);
    const answer = await ask({ type: "generate", id, request });
    clearTimeout(timer);
    if (answer?.type === "generated") return answer.outcome;
    if (id !== newestId) return null;
    return { outcome: "failed", message: isTooSlow ? tooSlow : broken };
  }

  let describeId = 0;
  return {
    generate,
    async describe(language) {
      // Negative ids, distinct from those of requests.
      describeId -= 1;
      const answer = await ask({ type: "describe", id: describeId, language });
      return answer?.type === "described" ? answer.options : null;
    },
    dispose: giveUp,
  };
}

/** Starts the real worker. Its file is loaded only here. */
export function startCodegenWorker(): CodegenWorker {
  const worker = new Worker(new URL("./codegen-worker.ts", import.meta.url), { type: "module" });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    ask: (question) => worker.postMessage(question),
    onAnswer: (listener) =>
      worker.addEventListener("message", (event: MessageEvent<WorkerAnswer>) => listener(event.data)),
    onFailure: (listener) => worker.addEventListener("error", listener),
    end: () => worker.terminate(),
  };
}

const tooSlow = "This took longer than 30 seconds. Try a smaller sample, which works just as well.";
const broken = "Couldn’t load the generator. Check your connection and try again.";
