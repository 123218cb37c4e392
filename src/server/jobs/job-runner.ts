import type { Kernel } from "../feature.ts";
import type { JobRunCounter } from "./job-metrics.ts";
import { keepHold } from "./hold.ts";
import type { ClaimedJob, JobStore } from "./job-store.ts";
import { redact } from "../log.ts";

/** Undefined: it is done. */
export type JobOutcome = { againAt: Date } | undefined;

/** A kind of job, its payload's type forgotten. */
export type RunnableKind = {
  run: (job: ClaimedJob, signal: AbortSignal) => Promise<JobOutcome>;
  pauseMs: (failures: number, error: unknown) => number;
};

type RunnerOptions = {
  kernel: Pick<Kernel, "log" | "now">;
  store: JobStore;
  kindOf: (kind: string) => RunnableKind | undefined;
  runCount: JobRunCounter;
  holdMs: number;
  /** Says that the server stops. */
  stopping: AbortSignal;
};

const longestError = 500;

/** Runs claimed jobs to their end, whatever it is: done, failed, broken off. What it answers never rejects. */
export function createJobRunner(options: RunnerOptions): (job: ClaimedJob) => Promise<void> {
  const { kernel, store, kindOf, runCount, stopping } = options;

  return async function run(job) {
    const renew = () => store.renew(job, options.holdMs);
    const hold = keepHold(kernel, { about: nameOf(job), ttlMs: options.holdMs, renew });
    const signal = AbortSignal.any([stopping, hold.lost]);
    try {
      // Claimed while the server was told to stop: it is not begun.
      signal.throwIfAborted();
      const kind = kindOf(job.kind);
      if (kind === undefined) throw new Error(`nobody has registered the kind ${job.kind}`);
      const outcome = await kind.run(job, signal);
      await hold.end();
      await store.finish(job, { now: kernel.now(), againAt: outcome?.againAt ?? null });
      runCount.inc({ kind: job.kind, outcome: "done" });
    } catch (error) {
      await hold.end();
      await giveBack(job, error, signal).catch((also: unknown) => {
        kernel.log.warn({ error: also, ...nameOf(job) }, "a job could not be given back; it frees itself");
      });
    }
  };

  async function giveBack(job: ClaimedJob, error: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted) {
      runCount.inc({ kind: job.kind, outcome: "interrupted" });
      kernel.log.info({ ...nameOf(job), reason: reasonOf(signal) }, "a job was broken off; it begins again");
      await store.release(job);
      return;
    }
    const failures = job.failures + 1;
    const pauseMs = kindOf(job.kind)?.pauseMs(failures, error) ?? options.holdMs;
    runCount.inc({ kind: job.kind, outcome: "failed" });
    kernel.log.warn(
      { error, ...nameOf(job), failures, nextTrySeconds: Math.round(pauseMs / 1000) },
      "a job has failed and is tried again",
    );
    await store.fail(job, {
      dueAt: new Date(kernel.now().getTime() + pauseMs),
      lastError: wordsOf(error),
    });
  }
}

/** For whoever looks into the table: short, and without the secrets that an error may quote. */
function wordsOf(error: unknown): string {
  return String(redact(error instanceof Error ? error.message : String(error))).slice(0, longestError);
}

function reasonOf(signal: AbortSignal): string {
  return signal.reason instanceof Error ? signal.reason.message : String(signal.reason);
}

function nameOf({ kind, key }: ClaimedJob) {
  return { job: kind, about: key };
}
