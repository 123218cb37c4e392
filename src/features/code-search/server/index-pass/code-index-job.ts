import type { GitHubAccess } from "#features/github/server/index.ts";
import { isPublicOf } from "#features/github/server/index.ts";
import type { Kernel } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { expectAnswer, GitHubError, TarError, type GitHubRate } from "#upstreams/github/index.ts";
import type { CodeThread } from "../index/index-search.ts";
import type { CodeIndexWriter, DueRepository, ListedCode, Refusal } from "./code-index-writer.ts";
import { readRepository, type ReadLimits } from "./read-repository.ts";

export type CodeIndexJobOptions = {
  kernel: Pick<Kernel, "log" | "now">;
  access: GitHubAccess;
  writer: CodeIndexWriter;
  thread: CodeThread;
  limits: ReadLimits;
  includesForks: boolean;
  /** Called when searches see something else than before. */
  onChange: () => void;
};

const minuteMs = 60_000;
const everyMs = 15 * minuteMs;
const firstPauseMs = 5 * minuteMs;
const longestPauseMs = 6 * 60 * minuteMs;
/** Calls of an hour that are left to visitors. */
const reservedShare = 1 / 3;

/**
 * Keeps the index up to date, on one server at a time: reads GitHub's list of repositories every 15 minutes, and the archive of
 * each one that was pushed since. Works without a token.
 */
export function createCodeIndexJob(options: CodeIndexJobOptions) {
  const { kernel, access, writer } = options;

  async function read(repository: DueRepository, signal: AbortSignal): Promise<GitHubRate | null> {
    const { name, branch } = repository;
    const call = (given: { token?: string | null }) =>
      access.client.tarball(access.owner, name, branch ?? "HEAD", {
        token: given.token ?? null,
        maxBytes: options.limits.maxRepositoryBytes,
        signal,
      });
    const answer = expectAnswer(await access.ask<AsyncIterable<Uint8Array>>(call));
    const tools = { ...options, now: kernel.now, headSha: () => headSha(access, name, branch) };
    const { is, leftOutCount } = await readRepository(tools, repository, answer.value, signal);
    kernel.log.info({ repository: name, is, leftOutCount }, "Read a repository's code.");
    return answer.rate;
  }

  /** Reads one repository. Returns the calls that are left; what is wrong with it concerns no other. @throws a limit */
  async function readOne(repository: DueRepository, signal: AbortSignal): Promise<GitHubRate | null> {
    try {
      return await read(repository, signal);
    } catch (error) {
      if (signal.aborted || isLimitError(error)) throw error;
      if (error instanceof GitHubError && (error.kind === "empty-repository" || error.kind === "not-found")) {
        await writer.empty(repository);
        return null;
      }
      const refusal = refusalOf(error, repository, kernel.now());
      kernel.log.warn(
        { error, repository: repository.name, reason: refusal.reason },
        "Can't read a repository's code.",
      );
      await writer.refuse(repository, refusal);
      return null;
    }
  }

  /** Reads what is due. Returns the time to wait. */
  async function runPass(signal: AbortSignal): Promise<number> {
    const startedAt = kernel.now();
    try {
      await writer.sweep();
      const { listed, rate } = await list(options);
      await writer.takeList(listed);
      options.onChange();
      let left = rate;
      const due = await writer.due(listed, startedAt);
      for (const repository of due) {
        signal.throwIfAborted();
        if (isNearlyUsed(left)) return pauseUntil(left.resetAt);
        left = (await readOne(repository, signal)) ?? left;
        options.onChange();
      }
      await writer.noteState({ comparedAt: startedAt, problem: null });
      await writer.sweep();
      if (due.length > 0) await writer.settle();
      options.onChange();
      return everyMs;
    } catch (error) {
      if (signal.aborted) throw error;
      if (!(error instanceof GitHubError)) throw error;
      kernel.log.warn({ error }, "Can't compare the code index with GitHub; what is indexed stays.");
      await writer.noteState({ problem: error.message });
      const waitMs = (error.retryAfterSeconds ?? 0) * 1_000;
      return Math.min(longestPauseMs, Math.max(waitMs, firstPauseMs));
    }
  }

  function pauseUntil(resetAt: Date): number {
    kernel.log.info({ resetAt }, "The code index leaves the rest of GitHub's calls to visitors.");
    return Math.max(minuteMs, resetAt.getTime() - kernel.now().getTime());
  }

  return {
    runPass,
    /** Starts with the server, and goes on every 15 minutes. */
    schedule: (jobs: Pick<Jobs, "repeat">) =>
      jobs.repeat({ kind: "code index", everyMs, isDoneAtStart: true, run: runPass }),
  };
}

function isLimitError(error: unknown): boolean {
  return error instanceof GitHubError && (error.kind === "primary-limit" || error.kind === "secondary-limit");
}

function isNearlyUsed(rate: GitHubRate | null): rate is GitHubRate {
  return rate !== null && rate.resource === "core" && rate.remaining < rate.limit * reservedShare;
}

function refusalOf(error: unknown, { failures }: DueRepository, now: Date): Refusal {
  if (error instanceof TarError) return { reason: error.message, retryAt: null, isKept: false };
  if (error instanceof GitHubError && error.kind === "too-large")
    return { reason: "It’s too large.", retryAt: null, isKept: false };
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures, 10));
  const retryAt = new Date(now.getTime() + pauseMs);
  if (error instanceof GitHubError && error.kind === "forbidden")
    return { reason: "GitHub refuses to hand it out.", retryAt, isKept: false };
  if (error instanceof GitHubError) return { reason: "GitHub couldn’t be reached.", retryAt, isKept: true };
  return { reason: "It couldn’t be read.", retryAt, isKept: true };
}

async function list({
  access,
  includesForks,
}: CodeIndexJobOptions): Promise<{ listed: ListedCode[]; rate: GitHubRate | null }> {
  const answer = expectAnswer(
    await access.ask((read) => access.client.repos(access.owner, { ...read, etag: null })),
  );
  const listed = answer.value
    .filter((repository) => isPublicOf(access.owner, repository))
    .filter(({ fork }) => includesForks || !fork)
    .map(({ id, name, description, html_url, pushed_at, default_branch }) => ({
      githubId: id,
      name,
      description,
      htmlUrl: html_url,
      pushedAt: pushed_at,
      branch: default_branch,
    }));
  return { listed, rate: answer.rate };
}

async function headSha(access: GitHubAccess, name: string, branch: string | null): Promise<string> {
  const answer = expectAnswer(
    await access.ask((given) =>
      access.client.commit(access.owner, name, branch ?? "HEAD", { ...given, etag: null }),
    ),
  );
  return answer.value.sha;
}
