import { parentPort, Worker, workerData } from "node:worker_threads";
import { productFile } from "../settings/product-files.ts";

/**
 * A script that works in a thread of its own, so that nobody waits for long computations. `source` is its file in the product,
 * `name` that of the built one (`vite.config.ts` lists it). `Input` and `Output` are copied between threads.
 */
export type ThreadScript<Input, Output> = {
  name: string;
  source: string;
  /** Ties the script to what it takes and gives; never set. */
  readonly work?: (input: Input) => Output;
};

/** Most time and memory (for objects, in MB) of one run. */
export type ThreadLimits = { timeoutMs: number; mostMb: number };

/** A run that took too much time or memory. */
export class ThreadLimitError extends Error {
  override readonly name = "ThreadLimitError";
}

/**
 * Runs a script once, in a new thread that ends with it. Buffers in `moved` are the thread's from then on, instead of copies.
 * @throws ThreadLimitError; what the script's work throws
 */
export function runInThread<Input, Output>(
  script: ThreadScript<Input, Output>,
  input: Input,
  { timeoutMs, mostMb }: ThreadLimits,
  moved: readonly ArrayBuffer[] = [],
): Promise<Output> {
  const { name } = script;
  const { promise, resolve, reject } = Promise.withResolvers<Output>();
  const thread = startThread(script, mostMb, { input, moved });
  const timer = setTimeout(
    () => reject(new ThreadLimitError(`${name} took longer than ${timeoutMs} ms.`)),
    timeoutMs,
  );
  thread.once("message", (output: Output) => resolve(output));
  thread.once("error", (error) => reject(threadFailure(error, name, mostMb)));
  thread.once("exit", (code) => reject(new Error(`${name} ended with ${code} before it had answered.`)));
  return promise.finally(async () => {
    clearTimeout(timer);
    await thread.terminate();
  });
}

/** Starts a script's thread, from the sources or built. `input` is its `workerData`. */
export function startThread<Input, Output>(
  { name, source }: ThreadScript<Input, Output>,
  mostMb: number,
  { input, moved = [] }: { input?: Input; moved?: readonly ArrayBuffer[] } = {},
): Worker {
  const isBuilt = import.meta.url.endsWith(".js");
  return new Worker(productFile(isBuilt ? `dist/server/${name}.js` : source), {
    name,
    workerData: input,
    transferList: [...moved],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: mostMb, maxYoungGenerationSizeMb: 8 },
  });
}

/** Returns a thread's error as a ThreadLimitError if it ran out of memory. */
export function threadFailure(error: Error & { code?: string }, name: string, mostMb: number): Error {
  const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
  return isMemory ? new ThreadLimitError(`${name} took more than ${mostMb} MB.`) : error;
}

/** Does the work of a script, in its thread. */
export function workInThread(work: (input: never) => unknown): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- runInThread copies it here, and ThreadScript ties its type
  const output = work(workerData as never);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(output);
}
