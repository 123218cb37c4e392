import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "#server/log.ts";
import type { Metrics } from "#server/metrics.ts";
import type { Content } from "../domain/content-shapes.ts";
import { builtInContent, builtInHomePage } from "../domain/built-in-content.ts";
import { homePageSlug } from "../domain/content.ts";
import type { ContentProblem, ContentReading, ContentSource } from "./content-source.ts";
import { createSingleFlight } from "./single-flight.ts";

export type ContentSnapshot = {
  content: Content;
  /** Changes if and only if the content does. */
  version: string;
  /** Time the content was read from its source, ISO 8601. */
  asOf: string;
  /** True if the source can't be read and this is the last good copy. */
  isStale: boolean;
  source: "built-in" | "files" | "wordpress";
  problems: ContentProblem[];
};

export type ContentService = {
  /** Returns the current content; never fails and is cheap. */
  current: () => ContentSnapshot;
  /** Reads the source again. Resolves when done, even if it failed: a failure shows in `current()`. */
  refresh: () => Promise<void>;
  /** Calls `listener` whenever the content or its staleness changes; returns a function that stops it. */
  onChange: (listener: () => void) => () => void;
};

export type RunningContentService = ContentService & {
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

type ContentServiceOptions = {
  source: ContentSource;
  owner: { ownerName: string; headline: string };
  log: Logger;
  metrics: Pick<Metrics, "contentAgeSeconds">;
  now: () => Date;
  /** Time that `start` waits for the first read, so that a slow WordPress doesn't delay the server. */
  startWaitMs?: number;
};

const retryAfterFailureMs = 30_000;
const ageEveryMs = 15_000;

/**
 * Holds the site's content: built-in content first, replaced once the source has been read
 * (docs/reference/product.md, "Content"), and read again on a timer, on file changes, and on demand. One read runs at a
 * time; a call during a read gets another one afterward, because the running one may have missed the change.
 */
export function createContentService(options: ContentServiceOptions): RunningContentService {
  const { source, owner, log, now } = options;
  const listeners = new Set<() => void>();
  const stopping = new AbortController();
  const isRemote = source.kind === "wordpress";
  const builtIn = builtInContent(owner);
  const first = { content: isRemote ? { ...builtIn, isUnknown: true as const } : builtIn, problems: [] };
  let snapshot = toSnapshot(first, { asOf: now(), isStale: false, source: "built-in" });
  const flight = createSingleFlight(readOnce);
  let timer: NodeJS.Timeout | null = null;
  let stopGauge: (() => void) | null = null;
  let unwatch: (() => void) | null = null;

  function show(next: ContentSnapshot): void {
    const changed = next.version !== snapshot.version || next.isStale !== snapshot.isStale;
    logNewProblems(log, snapshot.problems, next.problems);
    snapshot = next;
    measureAge(options, next);
    if (!changed) return;
    log.info({ source: next.source, version: next.version, isStale: next.isStale }, "The content changed.");
    for (const listener of listeners) listener();
  }

  async function readOnce(): Promise<void> {
    if (stopping.signal.aborted) return;
    try {
      const reading = await source.read(stopping.signal);
      show(toSnapshot(withHomePage(reading, owner), { asOf: now(), isStale: false, source: source.kind }));
      schedule(source.refreshEveryMs);
    } catch (error) {
      if (stopping.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      log.warn({ error, source: source.kind }, "Can't read the content; keeping the previous content.");
      show({ ...snapshot, isStale: snapshot.source !== "built-in", problems: [{ message }] });
      schedule(Math.min(retryAfterFailureMs, source.refreshEveryMs));
    }
  }

  function schedule(delayMs: number): void {
    if (timer !== null) clearTimeout(timer);
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => void flight.run(), delayMs);
    timer.unref();
  }

  async function showLastCopy(): Promise<void> {
    try {
      const copy = (await source.readLastCopy?.()) ?? null;
      if (copy === null || snapshot.source !== "built-in") return;
      show(toSnapshot(withHomePage(copy, owner), { asOf: copy.asOf, isStale: true, source: source.kind }));
    } catch (error) {
      log.warn({ error }, "Can't load the last good copy of the content.");
    }
  }

  async function start(): Promise<void> {
    stopGauge = startAgeGauge(options, () => snapshot);
    unwatch = source.watch?.(() => void flight.run()) ?? null;
    const reading = flight.run();
    const waited = new AbortController();
    // The copy is loaded only if the source doesn't answer in a moment.
    const moment = sleep(options.startWaitMs ?? 1_500, undefined, { signal: waited.signal }).catch(
      () => undefined,
    );
    await Promise.race([reading, moment]);
    waited.abort();
    if (snapshot.source === "built-in") await showLastCopy();
  }

  async function stop(): Promise<void> {
    stopping.abort();
    unwatch?.();
    if (timer !== null) clearTimeout(timer);
    stopGauge?.();
    await flight.idle();
  }

  return {
    current: () => snapshot,
    refresh: flight.run,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start,
    stop,
  };
}

function startAgeGauge(options: ContentServiceOptions, current: () => ContentSnapshot): () => void {
  measureAge(options, current());
  const timer = setInterval(() => measureAge(options, current()), ageEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Measures the content's age. Content that was never read has no age, which is NaN in Prometheus. */
function measureAge({ metrics, now }: ContentServiceOptions, { content, asOf }: ContentSnapshot): void {
  const seconds = Math.max(0, (now().getTime() - Date.parse(asOf)) / 1000);
  metrics.contentAgeSeconds.set(content.isUnknown ? Number.NaN : seconds);
}

function toSnapshot(
  reading: ContentReading,
  about: { asOf: Date; isStale: boolean; source: ContentSnapshot["source"] },
): ContentSnapshot {
  const hash = createHash("sha256").update(JSON.stringify(reading.content)).digest("base64url");
  return { ...reading, version: hash.slice(0, 16), ...about, asOf: about.asOf.toISOString() };
}

/** Adds the built-in home page if the content has none, so that it is never blank. */
function withHomePage(reading: ContentReading, owner: ContentServiceOptions["owner"]): ContentReading {
  if (reading.content.pages.some(({ slug }) => slug === homePageSlug)) return reading;
  const pages = [builtInHomePage(owner), ...reading.content.pages];
  return { ...reading, content: { ...reading.content, pages } };
}

function logNewProblems(
  log: Logger,
  before: readonly ContentProblem[],
  after: readonly ContentProblem[],
): void {
  const known = new Set(before.map(problemLine));
  for (const problem of after) {
    if (!known.has(problemLine(problem))) log.warn({ ...problem }, `content: ${problemLine(problem)}`);
  }
}

/** Returns `posts/a.md:3: date: …`, which editors and terminals turn into a link. */
export function problemLine({ file, line, message }: ContentProblem): string {
  const place = [file, line].filter((part) => part !== undefined).join(":");
  return place === "" ? message : `${place}: ${message}`;
}
