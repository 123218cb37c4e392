import type { GenerateOutcome, GenerateRequest, LanguageOption } from "../domain/codegen.ts";

export type WorkerQuestion =
  | { type: "generate"; id: number; request: GenerateRequest }
  | { type: "describe"; id: number; language: string };

export type WorkerAnswer =
  | { type: "generated"; id: number; outcome: GenerateOutcome }
  | { type: "described"; id: number; options: LanguageOption[] };

/** What is needed of a Worker, with its messages typed. */
export type CodegenWorker = {
  ask: (question: WorkerQuestion) => void;
  onAnswer: (listener: (answer: WorkerAnswer) => void) => void;
  /** It cannot be loaded, or it broke. */
  onFailure: (listener: () => void) => void;
  end: () => void;
};

export type CodeGenerator = {
  /** Null when a later request has taken this one's place. Never throws. */
  generate: (request: GenerateRequest) => Promise<GenerateOutcome | null>;
  /** The options of a language; none where the worker cannot be had. */
  describe: (language: string) => Promise<LanguageOption[]>;
  dispose: () => void;
};

const timeLimitMs = 30_000;

type Waiting = { question: WorkerQuestion; finish: (answer: WorkerAnswer | null) => void };

/**
 * Runs quicktype beside the page. Only the newest request counts: a worker that is still busy with an older one is
 * ended, since what it makes nobody wants any more, and a fresh one begins (it starts within a tenth of a second).
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

  /** Ends work on what was asked before; questions about languages are asked again. */
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
      // Below zero, apart from the ids of requests.
      describeId -= 1;
      const answer = await ask({ type: "describe", id: describeId, language });
      return answer?.type === "described" ? answer.options : [];
    },
    dispose: giveUp,
  };
}

/** The real worker. Its file is loaded here and nowhere else. */
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

const tooSlow =
  "This took longer than 30 seconds and was given up. A smaller sample says as much about the types.";
const broken = "The generator could not be loaded. Check the connection and try again.";
