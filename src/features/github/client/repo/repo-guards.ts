import type { Commit, LanguageBytes, RepositoryDetails } from "../../domain/github-shapes.ts";
import {
  count,
  fieldsOf,
  instant,
  listOf,
  optionalText,
  pickRepository,
  text,
  webAddress,
} from "../github-guards.ts";

/** Picks what a repository's page shows from GitHub's answers, checked as in `github-guards.ts`. */

export function pickDetails(json: unknown): RepositoryDetails {
  const repo = fieldsOf(json);
  return {
    ...pickRepository(json),
    default_branch: text(repo, "default_branch"),
    open_issues_count: count(repo, "open_issues_count"),
    size: count(repo, "size"),
    license: pickLicense(repo["license"]),
    created_at: instant(repo, "created_at"),
    updated_at: instant(repo, "updated_at"),
  };
}

function pickLicense(json: unknown): RepositoryDetails["license"] {
  if (json === null || json === undefined) return null;
  const license = fieldsOf(json);
  return { name: text(license, "name"), spdx_id: optionalText(license, "spdx_id") };
}

export function pickLanguages(json: unknown): LanguageBytes {
  const entries = Object.entries(fieldsOf(json)).map(([language, bytes]) => {
    if (typeof bytes !== "number" || !(bytes >= 0)) throw new TypeError(`no bytes for ${language}`);
    return [language, bytes] as const;
  });
  return Object.fromEntries(entries);
}

export function pickCommits(json: unknown): Commit[] {
  return listOf(json, (item) => {
    const commit = fieldsOf(item);
    const inner = fieldsOf(commit["commit"]);
    return {
      sha: text(commit, "sha"),
      html_url: webAddress(commit, "html_url"),
      commit: {
        message: optionalText(inner, "message") ?? "",
        author: pickSignature(inner["author"]),
        committer: pickSignature(inner["committer"]),
      },
      author: pickAccount(commit["author"]),
    };
  });
}

function pickSignature(json: unknown): Commit["commit"]["author"] {
  if (json === null || json === undefined) return null;
  const signature = fieldsOf(json);
  return { name: optionalText(signature, "name") ?? "", date: instant(signature, "date") };
}

/** Returns null if the commit's email address belongs to no account; GitHub sends null or an empty object (docs/reference/upstreams.md, "GitHub calls"). */
function pickAccount(json: unknown): Commit["author"] {
  if (json === null || json === undefined) return null;
  const account = fieldsOf(json);
  if (optionalText(account, "login") === null) return null;
  return {
    login: text(account, "login"),
    avatar_url: optionalText(account, "avatar_url") ?? "",
    html_url: webAddress(account, "html_url"),
  };
}

export type ChangedFile = { filename: string; status: string; additions: number; deletions: number };

/** Picks a commit's changed files; GitHub lists at most 300. */
export function pickChanges(json: unknown): { files: ChangedFile[] } {
  const { files } = fieldsOf(json);
  return {
    files: listOf(files ?? [], (item) => {
      const file = fieldsOf(item);
      return {
        filename: text(file, "filename"),
        status: text(file, "status"),
        additions: count(file, "additions"),
        deletions: count(file, "deletions"),
      };
    }),
  };
}
