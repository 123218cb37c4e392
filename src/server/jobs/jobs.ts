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

/** What a kind of job does. It may be begun twice (a server dies, a hold is lost): it must be safe to repeat. */
export type JobKind<Payload> = {
  kind: string;
  payload: z.ZodType<Payload>;
  /** Resolves when it is done, or with when it is to be done again. What it throws is logged, and it is tried again. */
  run: (job: { key: string; payload: Payload; failures: number; signal: AbortSignal }) => Promise<JobOutcome>;
  /** How many of this kind one server works on at a time; 2 unless said. */
  concurrency?: number;
  /** How long to wait after so many failures in a row (from 1), in ms; `growingPauseMs` unless said. */
  pauseMs?: (failures: number, error: unknown) => number;
  /** The longest that `againAt` and `pauseMs` put one off; two days unless said. */
  longestDelayMs?: number;
};

/** Work that has no end: one job for all servers of the database, done again and again. */
export type RepeatedWork = {
  kind: string;
  /** From the end of one run to the next. */
  everyMs: number;
  /** A server that starts has it done at once; else it keeps its time over a restart. */
  isDoneAtStart?: boolean;
  /** Resolves with how long to wait where that is less than `everyMs`, in ms. What it throws is logged, and it is tried again. */
  run: (signal: AbortSignal) => Promise<number | undefined>;
};

export type JobWish = { kind: string; key: string; payload?: Record<string, unknown>; dueAt?: Date };

/** Work in the database that any of its servers may take (docs/decisions/0013). */
export type Jobs = {
  /** Names what is to be done for a kind; once, before `start`. */
  register: <Payload>(kind: JobKind<Payload>) => void;
  /** Names work that repeats itself; once, before `start`, from when on it is there. */
  repeat: (work: RepeatedWork) => void;
  /**
   * Asks for a job inside a transaction: it is there if and only if the transaction commits. Asked for again while it
   * waits it runs once; while it runs, once more after that. `dueAt` is now unless said.
   */
  enqueue: (tx: Transaction, wish: JobWish) => Promise<void>;
  /** Waits until a job that was asked for has run (`done`), has been put off (`later`), or for `timeoutMs` (`unknown`). Where this server runs no jobs it does not wait. */
  settled: (kind: string, key: string, timeoutMs: number) => Promise<"done" | "later" | "unknown">;
  /** Does everything that is due now, one by one, and answers how many runs that took (tests, commands). */
  runDue: () => Promise<number>;
  start: () => Promise<void>;
  /** Takes no more, breaks off what runs and gives it back for the next server; resolves when nothing runs. */
  stop: () => Promise<void>;
};

/** A server that dies keeps its jobs from the others for so long. */
const usualHoldMs = 45_000;
const pollMs = 2_000;
/** Who asks inside a transaction commits a moment later: soon after, the queue is looked at more often. */
const soonMs = [5, 20, 80, 300, 1_000];
const outagePauseMs = 5_000;
const watchMs = 50;
const usualConcurrency = 2;
const usualLongestDelayMs = 2 * 24 * 60 * 60_000;
/** What repeats itself is about everything. */
const repeatedKey = "all";

const firstPauseMs = 5_000;
const longestPauseMs = 60 * 60_000;

/** 5 seconds, then twice as long each time, up to an hour. */
export function growingPauseMs(failures: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 20));
}

type JobsKernel = Pick<Kernel, "database" | "log" | "now" | "metrics">;
type KnownKind = RunnableKind & ClaimableKind & { concurrency: number };

/** A server's end of the queue; with a bus, all servers look into it as soon as something is asked for. */
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
  const claim = (wanted: readonly ClaimableKind[]) =>
    store.claim(wanted, { now: kernel.now(), holder: randomUUID(), ttlMs: holdMs });
  const repeated: RepeatedWork[] = [];
  let stopHearing: (() => void) | undefined;
  const loop = createLoop(kernel, { kinds, claim, run, stopping: stopping.signal });

  function register<Payload>({ kind, payload, run: runPayload, ...options }: JobKind<Payload>): void {
    if (kinds.has(kind)) throw new Error(`the kind of job ${kind} is registered already`);
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
    async enqueue(tx, { dueAt = kernel.now(), ...wish }) {
      await store.request(tx, { ...wish, dueAt });
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
      for (const { kind, isDoneAtStart = false } of repeated)
        await store.ensure({ kind, key: repeatedKey, dueAt: kernel.now(), isNow: isDoneAtStart });
      stopHearing = bus?.onNews("jobs", loop.look);
      loop.start();
    },
    async stop() {
      stopHearing?.();
      stopping.abort(new Error("the server stops"));
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

/** Takes what is due, as much at a time as the kinds allow, until the server stops. */
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
      const wanted = kindsWithRoom();
      const job = wanted.length === 0 ? null : await claim(wanted);
      if (job === null) return;
      const work = run(job).finally(() => {
        running.delete(work);
        // There is room now, and it may have been asked for again.
        alarm.abort();
      });
      running.set(work, job.kind);
    }
  }

  async function tryToFill(): Promise<void> {
    try {
      await fill();
      if (!canRead) log.info({}, "the queue of jobs can be read again");
      canRead = true;
    } catch (error) {
      if (canRead) log.warn({ error }, "the queue of jobs cannot be read; it is tried again");
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
    const standing = await store.standing(kind, key);
    if (standing.is === "gone") return "done";
    if (standing.is === "waiting" && standing.dueAt > now()) return "later";
    if (performance.now() >= until) return "unknown";
    await sleepFor(watchMs);
  }
}
