import { z } from "zod";
import {
  answerToFailure,
  createKeptAnswers,
  type GitHubService,
  type RepositoryTree,
} from "#features/github/server/index.ts";
import { createCallCounts, type CountsKernel } from "#server/limits/call-counts.ts";
import type { Kernel } from "#server/feature.ts";
import type { Session } from "#server/http/session.ts";
import { invalid, notFound } from "#shared/errors.ts";
import {
  expectAnswer,
  GitHubError,
  type GitHubContents,
  type GitHubRead,
  type GitHubReading,
} from "#upstreams/github/index.ts";
import { binaryProblem, decodeFileText, type FileText } from "./file-text.ts";

export type RepositoryFiles = {
  /** Returns a file's text. @throws AppError 404 outside the owner's public repositories, 400 for a file that isn't text */
  read: (repo: string, path: string, session: Session | null) => Promise<string>;
};

type Entry = RepositoryTree["entries"][number];

const fileTextSchema: z.ZodType<FileText> = z.union([
  z.object({ text: z.string() }),
  z.object({ problem: z.string() }),
]);
/** GitHub's limit for returning a file in full (docs/reference/upstreams.md, "GitHub calls"). */
const maxBytes = 1_048_576;
/** Why a file can't be shown. */
export const fileProblems = {
  tooLarge: "This file is larger than 1 MB, so it can’t be shown here.",
  binary: binaryProblem,
  link: "This is a link to another file, so it can’t be shown here.",
};
const { tooLarge } = fileProblems;
/** A file is stored under the git hash of its contents, which never change. */
const keptForMs = 30 * 24 * 60 * 60_000;
const maxCachedFiles = 200;
/** Age from which the tree is refreshed before it is trusted that a file doesn't exist. */
const waitWhenOlderThanMs = 5 * 60_000;
/** Limit for files not stored yet, for all visitors together, within the site's 5,000 or 60 calls an hour. */
const allowance = {
  withToken: { most: 2_000, windowMs: 60 * 60_000 },
  anonymous: { most: 20, windowMs: 60 * 60_000 },
};

export function createRepositoryFiles(kernel: Kernel, github: GitHubService): RepositoryFiles {
  const { access, data, finder, links } = github;
  const kept = createKeptAnswers(kernel, access, {
    store: " files",
    maxCopies: maxCachedFiles,
    freshMs: keptForMs,
  });
  const contents = createFileCalls(kernel, access);

  /** Returns the tree; null if it isn't available and the file must be requested without it. */
  async function treeOf(name: string, visitorToken: string | null): Promise<RepositoryTree | null> {
    try {
      const { value: listed } = await data.repos({ visitorToken });
      const branch =
        listed.find((repository) => repository.name === name)?.default_branch ??
        (await data.repo(name)).value?.default_branch ??
        "HEAD";
      return (await data.tree(name, branch, { visitorToken, waitWhenOlderThanMs })).value;
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      kernel.log.warn({ error, repository: name }, "Can't list a repository's files.");
      return null;
    }
  }

  async function readNow(name: string, path: string, visitorToken: string | null): Promise<FileText> {
    const answer = expectAnswer(await access.ask(contents(name, path, visitorToken), { visitorToken }));
    return textOf(answer.value);
  }

  async function readKept(name: string, entry: Entry, visitorToken: string | null): Promise<FileText> {
    const { value } = await kept.keepIfThere({
      key: `file ${name.toLowerCase()} ${entry.sha} ${entry.path}`,
      schema: fileTextSchema,
      visitorToken,
      ask: contents(name, entry.path, visitorToken),
      shape: textOf,
    });
    if (value === null) throw notFound();
    return value;
  }

  async function readFile(name: string, path: string, visitorToken: string | null): Promise<FileText> {
    const tree = await treeOf(name, visitorToken);
    const entry = tree?.entries.find((listed) => listed.path === path);
    if (entry === undefined) {
      if (tree !== null && !tree.isTruncated) throw notFound();
      return readNow(name, path, visitorToken);
    }
    // A link's target can change while the link itself doesn't.
    if (entry.kind === "symlink") return readNow(name, path, visitorToken);
    if (entry.kind !== "file") return { problem: problems[entry.kind] };
    if (entry.size !== null && entry.size > maxBytes) return { problem: tooLarge };
    return readKept(name, entry, visitorToken);
  }

  return {
    async read(repo, givenPath, session) {
      const path = normalPath(givenPath);
      try {
        const visitorToken = (await links.find(session))?.accessToken ?? null;
        const name = await finder.find(repo, visitorToken);
        if (name === null) throw notFound();
        const file = await readFile(name, path, visitorToken);
        if ("problem" in file) throw invalid({ path: [file.problem] });
        return file.text;
      } catch (error) {
        throw answerToFailure(error);
      }
    },
  };
}

type Contents = (
  name: string,
  path: string,
  visitorToken: string | null,
) => (read: GitHubRead) => GitHubReading<GitHubContents>;

/** Limits calls for files to the site's share; once it is used up, `ask` uses the visitor's token. */
function createFileCalls(kernel: CountsKernel, access: GitHubService["access"]): Contents {
  const counts = createCallCounts(kernel, `files of ${access.source}`);

  /** Raises our own limit like GitHub's, but without a reset time, which would apply to the site's other calls. */
  async function takeOfSite(): Promise<void> {
    const waitMs = await counts.take(
      "all",
      access.serverToken() === null ? allowance.anonymous : allowance.withToken,
    );
    if (waitMs === 0) return;
    throw new GitHubError("primary-limit", "The site's rate limit for files is used up.", {
      retryAfterSeconds: waitMs / 1000,
    });
  }

  return (name, path, visitorToken) => async (read) => {
    if (visitorToken === null || read.token !== visitorToken) await takeOfSite();
    return access.client.contents(access.owner, name, path, read);
  };
}

const problems = {
  directory: "This is a folder, not a file.",
  submodule: "This is a submodule, so its files can’t be shown here.",
};

function textOf(contents: GitHubContents): FileText {
  switch (contents.kind) {
    case "file":
      return decodeFileText(contents.bytes);
    case "symlink":
      return { problem: `This links to ${contents.target}, which isn’t a file in this repository.` };
    case "too-large":
      return { problem: tooLarge };
    default:
      return { problem: problems[contents.kind] };
  }
}

/** Returns a path as in git. @throws AppError 400 for a path that leaves the repository or isn't a file's */
export function normalPath(given: string): string {
  const parts = given.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) throw invalid({ path: ["The path can’t contain “..”."] });
  // oxlint-disable-next-line no-control-regex -- rejects control characters on purpose
  if (parts.length === 0 || /[\u0000-\u001f]/.test(given))
    throw invalid({ path: ["This isn’t a file path."] });
  return parts.join("/");
}
