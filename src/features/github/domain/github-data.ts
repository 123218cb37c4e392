/** The parts of GitHub's answers that the site shows, under GitHub's field names (docs/reference/upstreams.md, "GitHub calls"). */

export type GitHubUser = {
  login: string;
  name: string | null;
  avatar_url: string;
  html_url: string;
  bio: string | null;
  company: string | null;
  location: string | null;
  public_repos: number;
  followers: number;
  following: number;
};

export type Repository = {
  name: string;
  full_name: string;
  owner: { login: string };
  html_url: string;
  description: string | null;
  homepage: string | null;
  language: string | null;
  stargazers_count: number;
  forks_count: number;
  topics: string[];
  archived: boolean;
  fork: boolean;
  /** ISO 8601; null before the first push. */
  pushed_at: string | null;
};

/** A repository as its own page shows it. */
export type RepositoryDetails = Repository & {
  default_branch: string;
  open_issues_count: number;
  /** In kilobytes. */
  size: number;
  license: { name: string; spdx_id: string | null } | null;
  created_at: string | null;
  updated_at: string | null;
};

/** Bytes by language; GitHub doesn't count lines (docs/reference/product.md, "Repositories"). */
export type LanguageBytes = Record<string, number>;

export type Commit = {
  sha: string;
  html_url: string;
  commit: {
    message: string;
    author: { name: string; date: string | null } | null;
    committer: { name: string; date: string | null } | null;
  };
  /** GitHub account; null if the commit's email address belongs to none. */
  author: { login: string; avatar_url: string; html_url: string } | null;
};
