import type { z } from "zod";
import type { GitHubService } from "#features/github/server/index.ts";
import type { Kernel } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { codeSearchContract } from "../contract.ts";
import { createCodeIndexJob } from "./index-pass/code-index-job.ts";
import { CodeIndexWriter } from "./index-pass/code-index-writer.ts";
import { CodeIndexStore, type IndexView } from "./index/code-index-store.ts";
import { keepCodeThread } from "./index/code-work.ts";
import { IndexSearch } from "./index/index-search.ts";
import { createTextStore } from "./index/text-store.ts";

type State = z.input<typeof codeSearchContract.getCodeIndex.output>;

export type CodeIndex = {
  /** Null while the index can't answer: it's off, or hasn't been compared with GitHub once. */
  view: () => Promise<(IndexView & { comparedAt: Date }) | null>;
  state: () => Promise<State>;
  store: CodeIndexStore;
  search: IndexSearch["search"];
  /** Reads what is due, once. Returns the time to wait. */
  runPass: (signal: AbortSignal) => Promise<number>;
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

const viewForMs = 5_000;
const mebibyte = 1_048_576;

/** The index of the owner's public code, and what keeps it up to date (docs/decisions/0031). */
export function createCodeIndex(
  kernel: Kernel,
  { access }: Pick<GitHubService, "access">,
  { jobs }: { jobs: Jobs },
): CodeIndex {
  const { settings, bus, log } = kernel;
  const isOn = settings.CODE_INDEX === "on";
  const place = { source: access.source, owner: access.owner.toLowerCase() };
  const timeLimitMs = settings.CODE_SEARCH_MS;
  const store = new CodeIndexStore(kernel, { ...place, queryTimeoutMs: timeLimitMs });
  const writer = new CodeIndexWriter(kernel, place);
  const texts = createTextStore(store);
  const threads = { words: keepCodeThread(), expressions: keepCodeThread(), reading: keepCodeThread() };
  const search = new IndexSearch({ store, texts, threads, nowMs: () => performance.now(), timeLimitMs });
  let known: { view: Promise<IndexView>; untilMs: number } | null = null;
  let warming: Promise<void> | null = null;
  let stopHearing = () => {};

  function view(): Promise<IndexView> {
    if (known !== null && known.untilMs > performance.now()) return known.view;
    const asked = store.view();
    known = { view: asked, untilMs: performance.now() + viewForMs };
    asked.catch(() => (known = null));
    return asked;
  }

  /** Puts the texts next to the threads before the first search needs them. */
  async function warm(): Promise<void> {
    try {
      const { repositories } = await view();
      await texts.warm(repositories.flatMap(({ headId }) => headId ?? []));
    } catch (error) {
      log.warn({ error }, "Can't load the texts of the code index ahead; searches load them.");
    }
  }

  function changed(): void {
    known = null;
    warming ??= warm().finally(() => (warming = null));
  }

  const job = createCodeIndexJob({
    kernel,
    access,
    writer,
    thread: threads.reading,
    limits: {
      maxRepositoryBytes: settings.CODE_INDEX_MB * 1_000_000,
      maxFileBytes: mebibyte,
      maxFiles: settings.CODE_INDEX_FILES,
    },
    includesForks: settings.CODE_INDEX_FORKS === "on",
    onChange: () => {
      changed();
      bus.tell("code");
    },
  });
  if (isOn) job.schedule(jobs);

  return {
    async view() {
      if (!isOn) return null;
      const seen = await view();
      return seen.comparedAt === null ? null : { ...seen, comparedAt: seen.comparedAt };
    },
    state: async () => {
      if (!isOn) return stateWhenOff;
      const [seen, size] = await Promise.all([view(), store.size()]);
      return stateOf(seen, size);
    },
    store,
    search: (query, seen, asked) => search.search(query, seen, asked),
    runPass: job.runPass,
    async start() {
      if (!isOn) return writer.clear();
      stopHearing = bus.onNews("code", changed);
      changed();
    },
    async stop() {
      stopHearing();
      await Promise.all(Object.values(threads).map((thread) => thread.end()));
      texts.close();
      await warming;
    },
  };
}

const stateWhenOff: State = {
  isOn: false,
  as_of: null,
  files: 0,
  text_bytes: 0,
  repositories: { all: 0, indexed: 0 },
  failing: [],
  isFailing: false,
};

function stateOf(
  { repositories, comparedAt, problem }: IndexView,
  size: { files: number; textBytes: number },
): State {
  return {
    isOn: true,
    as_of: comparedAt?.toISOString() ?? null,
    files: size.files,
    text_bytes: size.textBytes,
    repositories: {
      all: repositories.length,
      indexed: repositories.filter(({ headId }) => headId !== null).length,
    },
    failing: repositories.flatMap(({ name, problem: reason }) =>
      reason === null ? [] : [{ repository: name, reason }],
    ),
    isFailing: problem !== null,
  };
}
