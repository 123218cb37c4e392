import type { IncomingMessage, ServerResponse } from "node:http";
import { createHttpClient } from "#server/upstreams/http-client.ts";
import { createLogger } from "#server/log.ts";
import { createGitHubClient, type GitHubClient } from "#upstreams/github/github-client.ts";
import { GitHubError } from "#upstreams/github/github-errors.ts";
import type { GitHubConnection } from "#upstreams/github/github-http.ts";
import { failureOf } from "../failure-of.ts";
import { serve } from "./http-stand-in.ts";

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a GitHub on a real port, below a path like GitHub Enterprise. */
export async function serveGitHub(listener: Listener): Promise<string> {
  return `${await serve(listener)}/api/v3`;
}

export const http = createHttpClient({
  fetch,
  log: createLogger({ level: "silent" }),
  userAgent: "Folio test",
  random: () => 0,
});

/** Returns a client of a GitHub that answers with `listener`. */
export async function clientOf(
  listener: Listener,
  options: Partial<GitHubConnection> = {},
): Promise<GitHubClient> {
  return createGitHubClient({ ...(await connectionTo(listener)), ...options });
}

/** Returns a connection to a GitHub that answers with `listener`, with a stopped clock. */
export async function connectionTo(listener: Listener): Promise<GitHubConnection> {
  const url = await serveGitHub(listener);
  return { http, apiUrl: () => url, timeoutMs: 2_000, now: () => now };
}

/** The stopped clock of these tests. */
export const now = new Date("2026-03-01T12:00:00Z");
/** Ten minutes later in GitHub's format, seconds since 1970. */
export const resetSeconds = now.getTime() / 1000 + 600;

/** Answers every call with this JSON. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Listener {
  return (_request, response) => {
    response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Returns the error of a call that fails. */
export const errorOf = (work: Promise<unknown>) => failureOf(GitHubError, work);

/** The minimum GitHub returns for an account. */
export const user = {
  id: 7,
  login: "robin",
  avatar_url: "https://avatars.example/7",
  html_url: "https://github.example/robin",
};

/** Returns the minimum GitHub returns for a repository. */
export function repositoryOf(id: number, name = `repo-${id}`) {
  return {
    id,
    name,
    full_name: `robin/${name}`,
    owner: user,
    private: false,
    html_url: `https://github.example/robin/${name}`,
    default_branch: "main",
  };
}

/** A commit whose author has an account and whose committer has none. */
export const commit = {
  sha: "a".repeat(40),
  html_url: "https://github.example/robin/tide/commit/a",
  commit: {
    message: "Count the tides",
    author: { name: "Robin", email: "robin@folio.example", date: "2026-02-01T10:00:00Z" },
    committer: null,
  },
  author: user,
  committer: {},
};

/** Returns a file as in GET …/contents. */
export function fileOf(bytes: Uint8Array, more: object = {}) {
  // As GitHub breaks lines: after 60 characters, with a line break at the end.
  const content = Buffer.from(bytes)
    .toString("base64")
    .replace(/.{1,60}/g, "$&\n");
  return {
    type: "file",
    encoding: "base64",
    size: bytes.byteLength,
    name: "tide.ts",
    path: "src/tide.ts",
    sha: "b".repeat(40),
    html_url: "https://github.example/robin/tide/blob/main/src/tide.ts",
    git_url: `https://api.github.example/repos/robin/tide/git/blobs/${"b".repeat(40)}`,
    content,
    ...more,
  };
}

/** Headers of a response after which no calls are left for ten minutes. */
export const usedUp = {
  "x-ratelimit-limit": "60",
  "x-ratelimit-remaining": "0",
  "x-ratelimit-reset": String(resetSeconds),
  "x-ratelimit-resource": "core",
};
export const primaryBody = {
  message: "API rate limit exceeded for 203.0.113.9. (But here's the good news …)",
};
export const secondaryBody = {
  message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
};
