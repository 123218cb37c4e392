import type {
  GitHubCommit,
  GitHubRepository,
  GitHubRepositoryDetails,
  GitHubUser as UpstreamUser,
} from "#upstreams/github/index.ts";
import type { Commit, GitHubUser, Repository, RepositoryDetails } from "../domain/github-shapes.ts";
import { homepageUrl } from "../domain/homepage.ts";

/* Strips GitHub's answers to what the site shows: they are stored in the database and sent with pages. */

export function userOf(user: UpstreamUser): GitHubUser {
  const { login, name, avatar_url, html_url, bio, company, location, public_repos, followers, following } =
    user;
  return { login, name, avatar_url, html_url, bio, company, location, public_repos, followers, following };
}

export function repositoryOf(repository: GitHubRepository): Repository {
  return {
    name: repository.name,
    full_name: repository.full_name,
    owner: { login: repository.owner.login },
    html_url: repository.html_url,
    description: repository.description,
    homepage: homepageUrl(repository.homepage),
    language: repository.language,
    stargazers_count: repository.stargazers_count,
    forks_count: repository.forks_count,
    topics: repository.topics,
    archived: repository.archived,
    fork: repository.fork,
    pushed_at: repository.pushed_at,
  };
}

export function listedRepositoryOf(
  repository: GitHubRepository,
): Repository & { default_branch: string | null } {
  return { ...repositoryOf(repository), default_branch: repository.default_branch };
}

export function detailsOf(repository: GitHubRepositoryDetails): RepositoryDetails {
  const { default_branch, open_issues_count, size, license, created_at, updated_at } = repository;
  return {
    ...repositoryOf(repository),
    default_branch,
    open_issues_count,
    size,
    license: license === null ? null : { name: license.name, spdx_id: license.spdx_id },
    created_at,
    updated_at,
  };
}

export function commitOf({ sha, html_url, commit, author }: GitHubCommit): Commit {
  const { message } = commit;
  return {
    sha,
    html_url,
    commit: { message, author: signatureOf(commit.author), committer: signatureOf(commit.committer) },
    author:
      author === null
        ? null
        : { login: author.login, avatar_url: author.avatar_url, html_url: author.html_url },
  };
}

function signatureOf(signature: GitHubCommit["commit"]["author"]): Commit["commit"]["author"] {
  return signature === null ? null : { name: signature.name, date: signature.date };
}
