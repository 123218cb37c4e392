import { parentPort, type Worker } from "node:worker_threads";
import { startThread, threadFailure, ThreadLimitError, type ThreadScript } from "./thread.ts";

type Ask<Output> = {
  /** Time from the start of the work; the thread is ended then. */
  timeoutMs: number;
  /** Called with each part of an answer that comes in parts. */
  onPart?: (part: Output) => void;
};

/** A thread that stays for many pieces of work, one after the other. */
export type KeptThread<Input, Output> = {
  /** @throws ThreadLimitError if the work took too long or too much memory, which ended the thread; what the work throws */
  ask: (input: Input, ask: Ask<Output>) => Promise<Output>;
  /** Ends the thread, and with it what it is working on. A later `ask` starts another. */
  end: () => Promise<void>;
};

type Message<Output> = { isReady: true } | { part: Output } | { output: Output } | { failure: string };

/** Ends a thread that nobody has asked for this long. */
const idleMs = 15_000;
const startTimeoutMs = 30_000;

/** Keeps a thread for a script, starting it when it's first asked and again after it was ended. */
export function keepThread<Input, Output>(
  script: ThreadScript<Input, Output>,
  { mostMb }: { mostMb: number },
): KeptThread<Input, Output> {
  const { name } = script;
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const made = startThread(script, mostMb);
    made.unref();
    return made;
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ended = worker;
    worker = null;
    await ended?.terminate();
  }

  async function work(input: Input, { timeoutMs, onPart }: Ask<Output>): Promise<Output> {
    clearTimeout(idle);
    const isNew = worker === null;
    const thread = (worker ??= start());
    thread.ref();
    const { promise, resolve, reject } = Promise.withResolvers<Output>();
    const onMessage = (message: Message<Output>) => {
      if ("isReady" in message) begin(timeoutMs);
      else if ("part" in message) onPart?.(message.part);
      else if ("output" in message) resolve(message.output);
      else reject(new Error(message.failure));
    };
    const onError = (error: Error) => reject(threadFailure(error, name, mostMb));
    const onExit = (code: number) => reject(new Error(`${name} ended with ${code} before it had answered.`));
    thread.on("message", onMessage).on("error", onError).on("exit", onExit);
    let timer: NodeJS.Timeout | undefined;
    // Starting isn't part of the work.
    function begin(limitMs: number): void {
      clearTimeout(timer);
      const error = new ThreadLimitError(`${name} took longer than ${limitMs} ms.`);
      timer = setTimeout(() => reject(error), limitMs);
    }
    begin(isNew ? startTimeoutMs : timeoutMs);
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage(input);
      return await promise;
    } catch (error) {
      if (worker === thread) await end();
      throw error;
    } finally {
      clearTimeout(timer);
      thread.off("message", onMessage).off("error", onError).off("exit", onExit);
      // An error of a thread without listeners would end the server.
      if (thread.listenerCount("error") === 0) thread.on("error", () => {});
      thread.unref();
      idle = setTimeout(() => void end(), idleMs).unref();
    }
  }

  return {
    async ask(input, ask) {
      const mine = last.then(() => work(input, ask));
      last = mine.catch(() => undefined);
      return mine;
    },
    end,
  };
}

/** Does the work of a script that stays, in its thread. `part` sends a part of the answer ahead. */
export function serveThread<Output>(work: (input: never, part: (output: Output) => void) => Output): void {
  const port = parentPort;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  const send = (message: Message<Output>) => port?.postMessage(message);
  send({ isReady: true });
  port?.on("message", (input: unknown) => {
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ask copies it here, and ThreadScript ties its type
      send({ output: work(input as never, (part) => send({ part })) });
    } catch (error) {
      send({ failure: error instanceof Error ? error.message : String(error) });
    }
  });
}
