import type { Kernel } from "../feature.ts";
import type { JobRunCounter } from "./job-metrics.ts";
import { keepHold } from "./hold.ts";
import type { ClaimedJob, JobStore } from "./job-store.ts";
import { actForNobody } from "../database/acting.ts";
import { redact } from "../log.ts";

/** Undefined if the job is done. */
export type JobOutcome = { againAt: Date } | undefined;

/** A kind of job with its payload's type erased. */
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
  /** Aborted when the server stops. */
  stopping: AbortSignal;
};

const longestError = 500;

/** Runs claimed jobs to their outcome: done, failed or interrupted. The returned function never rejects. */
export function createJobRunner(options: RunnerOptions): (job: ClaimedJob) => Promise<void> {
  const { kernel, store, kindOf, runCount, stopping } = options;

  return async function run(job) {
    const renew = () => store.renew(job, options.holdMs);
    const hold = keepHold(kernel, { about: nameOf(job), ttlMs: options.holdMs, renew });
    const signal = AbortSignal.any([stopping, hold.lost]);
    try {
      // Claimed while the server was stopping, so it isn't begun.
      signal.throwIfAborted();
      const kind = kindOf(job.kind);
      if (kind === undefined) throw new Error(`Job kind ${job.kind} is not registered.`);
      const outcome = await actForNobody(() => kind.run(job, signal));
      await hold.end();
      await store.finish(job, { now: kernel.now(), againAt: outcome?.againAt ?? null });
      runCount.inc({ kind: job.kind, outcome: "done" });
    } catch (error) {
      await hold.end();
      await giveBack(job, error, signal).catch((also: unknown) => {
        kernel.log.warn({ error: also, ...nameOf(job) }, "Can't release a job; its hold will expire.");
      });
    }
  };

  async function giveBack(job: ClaimedJob, error: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted) {
      runCount.inc({ kind: job.kind, outcome: "interrupted" });
      kernel.log.info(
        { ...nameOf(job), reason: reasonOf(signal) },
        "A job was interrupted and will start again.",
      );
      await store.release(job);
      return;
    }
    const failures = job.failures + 1;
    const pauseMs = kindOf(job.kind)?.pauseMs(failures, error) ?? options.holdMs;
    runCount.inc({ kind: job.kind, outcome: "failed" });
    kernel.log.warn(
      { error, ...nameOf(job), failures, nextTrySeconds: Math.round(pauseMs / 1000) },
      "A job failed and will be retried.",
    );
    await store.fail(job, {
      dueAt: new Date(kernel.now().getTime() + pauseMs),
      lastError: messageOf(error),
    });
  }
}

/** Returns a short error message for the table, without the secrets an error may quote. */
function messageOf(error: unknown): string {
  return String(redact(error instanceof Error ? error.message : String(error))).slice(0, longestError);
}

function reasonOf(signal: AbortSignal): string {
  return signal.reason instanceof Error ? signal.reason.message : String(signal.reason);
}

function nameOf({ kind, key }: ClaimedJob) {
  return { job: kind, about: key };
}
