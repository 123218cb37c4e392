import { once } from "node:events";
import { Agent } from "node:http";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { z } from "zod";
import { timedGet } from "./repeated-get.ts";

const inputSchema = z.object({
  urls: z.array(z.string()),
  cookie: z.string(),
  isOver: z.instanceof(Int32Array),
});

/**
 * Simulates a person who keeps reading: asks for one address after the other, over and over, in a thread, because the main one is
 * busy as the bank of a sync. Returns a function that ends it and returns the times of the answers, in ms.
 */
export function startReading(urls: string[], cookie: string): () => Promise<number[]> {
  const isOver = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const reader = new Worker(new URL(import.meta.url), { workerData: { urls, cookie, isOver } });
  return async () => {
    Atomics.store(isOver, 0, 1);
    const [times]: unknown[] = await once(reader, "message");
    return z.array(z.number()).parse(times);
  };
}

async function readOverAndOver(): Promise<number[]> {
  const { urls, cookie, isOver } = inputSchema.parse(workerData);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  while (Atomics.load(isOver, 0) === 0)
    for (const url of urls) times.push((await timedGet(url, agent, { cookie })).lastByteMs);
  agent.destroy();
  return times;
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
if (!isMainThread) parentPort?.postMessage(await readOverAndOver());
