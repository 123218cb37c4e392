import { randomUUID } from "node:crypto";
import { setTimeout as sleepFor } from "node:timers/promises";
import { z } from "zod";
import type { Bus } from "../events/bus.ts";
import type { Transaction } from "../database/db.ts";
import type { Kernel } from "../feature.ts";
import { measureJobs } from "./job-metrics.ts";
import { createJobRunner, type JobOutcome, type RunnableKind } from "./job-runner.ts";
import { JobStore, type ClaimableKind, type ClaimedJob } from "./job-store.ts";

export type { JobOutcome } from "./job-runner.ts";

/** A kind of job. A run may begin twice (after a crash or a lost hold), so it must be safe to repeat. */
export type JobKind<Payload> = {
  kind: string;
  payload: z.ZodType<Payload>;
  /** Resolves when done, or with the time of the next run. Errors are logged and retried. */
  run: (job: { key: string; payload: Payload; failures: number; signal: AbortSignal }) => Promise<JobOutcome>;
  /** Maximum number of concurrent jobs of this kind per server; 2 by default. */
  concurrency?: number;
  /** Returns the pause after this many consecutive failures (from 1), in ms; `growingPauseMs` by default. */
  pauseMs?: (failures: number, error: unknown) => number;
  /** Maximum delay that `againAt` and `pauseMs` can cause; two days by default. */
  longestDelayMs?: number;
};

/** Work that repeats forever, as one job for all servers of the database. */
export type RepeatedWork = {
  kind: string;
  /** Time from the end of one run to the start of the next. */
  everyMs: number;
  /** Runs at every server start; otherwise a restart keeps the schedule. */
  isDoneAtStart?: boolean;
  /** Resolves with a shorter delay than `everyMs`, in ms, if needed. Errors are logged and retried. */
  run: (signal: AbortSignal) => Promise<number | undefined>;
};

export type NewJob = { kind: string; key: string; payload?: Record<string, unknown>; dueAt?: Date };

/** Job queue in the database, shared by its servers (docs/decisions/0013). */
export type Jobs = {
  /** Registers a kind of job; once, before `start`. */
  register: <Payload>(kind: JobKind<Payload>) => void;
  /** Registers repeated work; once, before `start`, which creates its job. */
  repeat: (work: RepeatedWork) => void;
  /**
   * Requests a job inside a transaction; it exists if and only if the transaction commits. Requests while it waits are merged
   * into one run; a request while it runs causes one more. `dueAt` is now by default.
   */
  enqueue: (tx: Transaction, job: NewJob) => Promise<void>;
  /**
   * Waits until a requested job has run (`done`), was delayed (`later`), or `timeoutMs` has passed (`unknown`). On a server
   * that runs no jobs it doesn't wait.
   */
  settled: (kind: string, key: string, timeoutMs: number) => Promise<"done" | "later" | "unknown">;
  /** Runs everything that is due now, one by one, and returns the number of runs (for tests and commands). */
  runDue: () => Promise<number>;
  start: () => Promise<void>;
  /** Stops claiming, interrupts running jobs and releases them for the next server; resolves when nothing runs. */
  stop: () => Promise<void>;
};

/** Time after which other servers take over the jobs of a dead one. */
const usualHoldMs = 45_000;
const pollMs = 2_000;
/** A request inside a transaction commits a moment later, so the queue is checked more often for a while. */
const soonMs = [5, 20, 80, 300, 1_000];
const outagePauseMs = 5_000;
const watchMs = 50;
const usualConcurrency = 2;
const usualLongestDelayMs = 2 * 24 * 60 * 60_000;
/** Key of repeated work, which has no other. */
const repeatedKey = "all";

const firstPauseMs = 5_000;
const longestPauseMs = 60 * 60_000;

/** Returns 5 seconds, doubled with each failure, up to an hour. */
export function growingPauseMs(failures: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 20));
}

type JobsKernel = Pick<Kernel, "database" | "log" | "now" | "metrics">;
type KnownKind = RunnableKind & ClaimableKind & { concurrency: number };

/** Creates a server's end of the queue; with a bus, all servers check it as soon as a job is requested. */
export function createJobs(
  kernel: JobsKernel,
  { holdMs = usualHoldMs, bus }: { holdMs?: number; bus?: Bus } = {},
): Jobs {
  const store = new JobStore(kernel.database);
  const kinds = new Map<string, KnownKind>();
  const stopping = new AbortController();
  const run = createJobRunner({
    kernel,
    store,
    kindOf: (kind) => kinds.get(kind),
    runCount: measureJobs(kernel, store),
    holdMs,
    stopping: stopping.signal,
  });
  const claim = (claimable: readonly ClaimableKind[]) =>
    store.claim(claimable, { now: kernel.now(), holder: randomUUID(), ttlMs: holdMs });
  const repeated: RepeatedWork[] = [];
  let stopHearing: (() => void) | undefined;
  const loop = createLoop(kernel, { kinds, claim, run, stopping: stopping.signal });

  function register<Payload>({ kind, payload, run: runPayload, ...options }: JobKind<Payload>): void {
    if (kinds.has(kind)) throw new Error(`Job kind ${kind} is already registered.`);
    kinds.set(kind, {
      kind,
      concurrency: usualConcurrency,
      pauseMs: growingPauseMs,
      longestDelayMs: usualLongestDelayMs,
      ...options,
      run: ({ key, failures, ...job }, signal) =>
        runPayload({ key, failures, payload: payload.parse(job.payload), signal }),
    });
  }

  return {
    register,
    repeat(work) {
      repeated.push(work);
      register({
        kind: work.kind,
        payload: z.object({}),
        concurrency: 1,
        longestDelayMs: Math.max(work.everyMs, longestPauseMs),
        run: async ({ signal }) => {
          const waitMs = (await work.run(signal)) ?? work.everyMs;
          return { againAt: new Date(kernel.now().getTime() + waitMs) };
        },
      });
    },
    async enqueue(tx, { dueAt = kernel.now(), ...job }) {
      await store.request(tx, { ...job, dueAt });
      if (dueAt <= kernel.now()) await bus?.tellAtCommit(tx, "jobs");
      loop.lookSoon();
    },
    settled: (kind, key, timeoutMs) =>
      watch(kernel, store, { kind, key, timeoutMs: loop.isRunning() ? timeoutMs : 0 }),
    async runDue() {
      let runs = 0;
      while (!stopping.signal.aborted) {
        const job = await claim([...kinds.values()]);
        if (job === null) break;
        await run(job);
        runs += 1;
      }
      return runs;
    },
    async start() {
      await store.ensure(
        repeated.map(({ kind, isDoneAtStart = false }) => ({ kind, isNow: isDoneAtStart })),
        { key: repeatedKey, dueAt: kernel.now() },
      );
      stopHearing = bus?.onNews("jobs", loop.look);
      loop.start();
    },
    async stop() {
      stopHearing?.();
      stopping.abort(new Error("the server is stopping"));
      await loop.ended();
    },
  };
}

type LoopOptions = {
  kinds: ReadonlyMap<string, KnownKind>;
  claim: (kinds: readonly ClaimableKind[]) => Promise<ClaimedJob | null>;
  /** Never rejects. */
  run: (job: ClaimedJob) => Promise<void>;
  stopping: AbortSignal;
};

/** Claims due jobs, up to the concurrency of their kinds, until the server stops. */
function createLoop({ log }: JobsKernel, { kinds, claim, run, stopping }: LoopOptions) {
  const running = new Map<Promise<void>, string>();
  let loop: Promise<void> | null = null;
  let canRead = true;
  let alarm = new AbortController();
  let soon: number[] = [];

  function kindsWithRoom(): KnownKind[] {
    const busy = [...running.values()];
    return [...kinds.values()].filter(
      ({ kind, concurrency }) => busy.filter((other) => other === kind).length < concurrency,
    );
  }

  async function fill(): Promise<void> {
    while (!stopping.aborted) {
      const claimable = kindsWithRoom();
      const job = claimable.length === 0 ? null : await claim(claimable);
      if (job === null) return;
      const work = run(job).finally(() => {
        running.delete(work);
        // There is room now, and the job may have been requested again.
        alarm.abort();
      });
      running.set(work, job.kind);
    }
  }

  async function tryToFill(): Promise<void> {
    try {
      await fill();
      if (!canRead) log.info({}, "Reading the job queue again.");
      canRead = true;
    } catch (error) {
      if (canRead) log.warn({ error }, "Can't read the job queue; retrying.");
      canRead = false;
    }
  }

  async function keepGoing(): Promise<void> {
    while (!stopping.aborted) {
      alarm = new AbortController();
      await tryToFill();
      const signal = AbortSignal.any([stopping, alarm.signal]);
      const pauseMs = canRead ? (soon.shift() ?? pollMs) : outagePauseMs;
      await sleepFor(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
    await Promise.all(running.keys());
  }

  return {
    start: () => void (loop ??= keepGoing()),
    isRunning: () => loop !== null,
    ended: async () => loop ?? undefined,
    look: () => alarm.abort(),
    lookSoon() {
      soon = [...soonMs];
      alarm.abort();
    },
  };
}

async function watch(
  { now }: JobsKernel,
  store: JobStore,
  { kind, key, timeoutMs }: { kind: string; key: string; timeoutMs: number },
): Promise<"done" | "later" | "unknown"> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const status = await store.status(kind, key);
    if (status.is === "gone") return "done";
    if (status.is === "waiting" && status.dueAt > now()) return "later";
    if (performance.now() >= until) return "unknown";
    await sleepFor(watchMs);
  }
}
