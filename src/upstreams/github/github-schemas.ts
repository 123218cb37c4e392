import { z } from "zod";

/*
 * The parts of GitHub's responses that we read, with GitHub's own field names (docs/reference/upstreams.md, "GitHub calls").
 * Additional fields are fine. Essential fields are required, so that an error names them; the others have a value for
 * "unknown".
 */

const count = z.int().nonnegative();
const someCount = count.default(0);
const someText = z.string().nullable().default(null);
/** ISO 8601 with a zone. Git accepts any date from an author; an invalid one is unknown. */
const instant = z.iso.datetime({ offset: true }).nullable().catch(null);

/** GET /users/{owner} */
export const userSchema = z.object({
  id: z.int(),
  login: z.string(),
  avatar_url: z.string(),
  html_url: z.string(),
  name: someText,
  company: someText,
  blog: someText,
  location: someText,
  bio: someText,
  public_repos: someCount,
  followers: someCount,
  following: someCount,
  created_at: instant,
});

/** An entry of a list of repositories ("minimal repository": almost everything is optional). */
export const repositorySchema = z.object({
  id: z.int(),
  name: z.string(),
  full_name: z.string(),
  owner: z.object({ login: z.string(), avatar_url: z.string().default("") }),
  private: z.boolean(),
  html_url: z.string(),
  description: someText,
  homepage: someText,
  language: someText,
  /** Null if the list doesn't include it. */
  default_branch: someText,
  topics: z
    .array(z.string())
    .nullish()
    .transform((topics) => topics ?? []),
  stargazers_count: someCount,
  forks_count: someCount,
  open_issues_count: someCount,
  /** In kilobytes. */
  size: someCount,
  fork: z.boolean().default(false),
  archived: z.boolean().default(false),
  license: z
    .object({ key: z.string().default(""), name: z.string(), spdx_id: someText })
    .nullable()
    .catch(null),
  pushed_at: instant,
  created_at: instant,
  updated_at: instant,
});

/** GET /repos/{owner}/{name} */
export const repositoryDetailsSchema = repositorySchema.extend({ default_branch: z.string() });

/** GET …/languages: bytes (not lines) by language. */
export const languagesSchema = z.record(z.string(), count);

const signature = z
  .object({ name: z.string().default(""), date: instant })
  .nullable()
  .catch(null);
// GitHub returns null, and occasionally {}, if the commit's email address belongs to no account.
const account = z
  .object({ login: z.string(), avatar_url: z.string(), html_url: z.string() })
  .nullable()
  .catch(null);

/** An entry of GET …/commits. */
export const commitSchema = z.object({
  sha: z.string(),
  html_url: z.string(),
  commit: z.object({ message: z.string(), author: signature, committer: signature }),
  /** The GitHub account; null if the commit's email address belongs to none. */
  author: account,
  committer: account,
});

/** GET …/commits/{sha} */
export const commitDetailsSchema = commitSchema.extend({
  stats: z.object({ total: count, additions: count, deletions: count }).nullable().catch(null),
  /** The first 300 at most. */
  files: z
    .array(
      z.object({
        filename: z.string(),
        previous_filename: someText,
        status: z.string(),
        additions: count,
        deletions: count,
        /** A unified diff; null for a binary file or a long diff. */
        patch: someText,
      }),
    )
    .default([]),
  parents: z.array(z.object({ sha: z.string() })).default([]),
});

/** The entry at one path of GET …/contents/{path}; for a directory, a list of them. */
export const contentSchema = z.object({
  /** A submodule listed in its directory has type `file` (API version 2022-11-28). */
  type: z.enum(["file", "dir", "symlink", "submodule"]),
  name: z.string(),
  path: z.string(),
  sha: z.string(),
  size: count,
  html_url: someText,
  git_url: someText,
  encoding: z.string().optional(),
  content: z.string().optional(),
  target: z.string().optional(),
  submodule_git_url: z.string().nullish(),
});

/** GET …/git/trees/{ref} */
export const treeSchema = z.object({
  sha: z.string(),
  truncated: z.boolean().default(false),
  tree: z.array(
    z.object({
      path: z.string(),
      mode: z.string(),
      type: z.string(),
      sha: z.string(),
      size: count.nullable().default(null),
    }),
  ),
});

const textMatchSchema = z.object({
  fragment: z.string(),
  property: z.string().default("content"),
  matches: z
    .array(z.object({ text: z.string(), indices: z.tuple([count, count]) }))
    .default([])
    .catch([]),
});

/** GET /search/code with text matches. */
export const searchSchema = z.object({
  total_count: count,
  /** GitHub ran out of time, so there may be more. */
  incomplete_results: z.boolean(),
  items: z.array(
    z.object({
      name: z.string(),
      path: z.string(),
      sha: z.string(),
      html_url: z.string(),
      repository: z.object({
        id: z.int(),
        name: z.string(),
        full_name: z.string(),
        owner: z.object({ login: z.string() }),
        private: z.boolean(),
        html_url: z.string(),
        description: someText,
        fork: z.boolean().default(false),
      }),
      /** At most two for a file; `indices` are offsets `[start, end)` in the fragment. */
      text_matches: z.array(textMatchSchema).default([]),
    }),
  ),
});

const bucketSchema = z.object({ limit: count, remaining: count, reset: count });

/** GET /rate_limit */
export const rateLimitSchema = z.object({
  resources: z.object({ core: bucketSchema, code_search: bucketSchema.optional() }),
});

/** Body of an error; `errors` may contain plain strings. */
export const errorSchema = z.object({
  message: z.string(),
  errors: z
    .array(
      z.union([
        z.string().transform((message) => ({ code: "", message })),
        z.object({ code: z.string().default(""), message: z.string().default("") }),
      ]),
    )
    .catch([]),
});

/** Response of the token exchange, with HTTP 200 even for errors (docs/reference/upstreams.md, "GitHub OAuth"). */
export const tokenAnswerSchema = z.union([
  z.object({ error: z.string(), error_description: z.string().default("") }),
  z.object({ access_token: z.string().min(1), scope: z.string().default("") }),
]);

/** POST /applications/{client_id}/token */
export const tokenCheckSchema = z.object({
  user: z.object({ login: z.string() }).nullable().default(null),
  scopes: z.array(z.string()).nullable().default([]),
});

export type GitHubUser = z.infer<typeof userSchema>;
export type GitHubRepository = z.infer<typeof repositorySchema>;
export type GitHubRepositoryDetails = z.infer<typeof repositoryDetailsSchema>;
export type GitHubLanguages = z.infer<typeof languagesSchema>;
export type GitHubCommit = z.infer<typeof commitSchema>;
export type GitHubCommitDetails = z.infer<typeof commitDetailsSchema>;
export type GitHubSearchResults = z.infer<typeof searchSchema>;
