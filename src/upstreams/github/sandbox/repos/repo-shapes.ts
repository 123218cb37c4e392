import { listFiles } from "./languages.ts";
import type { SandboxVersion } from "../sandbox-context.ts";
import type { SeedBundle } from "./seed-bundle.ts";
import { nodeId, simpleUser } from "../users/user-shapes.ts";
import type { SandboxRepo } from "../sandbox-data.ts";

export const defaultBranch = "main";

/** Returns the URLs, with and without templates, that every format of a repository has. */
function addresses(base: string, fullName: string) {
  const url = `${base}/repos/${fullName}`;
  const web = `${base}/${fullName}`;
  return {
    url,
    archive_url: `${url}/{archive_format}{/ref}`,
    assignees_url: `${url}/assignees{/user}`,
    blobs_url: `${url}/git/blobs{/sha}`,
    branches_url: `${url}/branches{/branch}`,
    collaborators_url: `${url}/collaborators{/collaborator}`,
    comments_url: `${url}/comments{/number}`,
    commits_url: `${url}/commits{/sha}`,
    compare_url: `${url}/compare/{base}...{head}`,
    contents_url: `${url}/contents/{+path}`,
    contributors_url: `${url}/contributors`,
    deployments_url: `${url}/deployments`,
    downloads_url: `${url}/downloads`,
    events_url: `${url}/events`,
    forks_url: `${url}/forks`,
    git_commits_url: `${url}/git/commits{/sha}`,
    git_refs_url: `${url}/git/refs{/sha}`,
    git_tags_url: `${url}/git/tags{/sha}`,
    git_url: `git:${web.replace(/^https?:/, "")}.git`,
    issue_comment_url: `${url}/issues/comments{/number}`,
    issue_events_url: `${url}/issues/events{/number}`,
    issues_url: `${url}/issues{/number}`,
    keys_url: `${url}/keys{/key_id}`,
    labels_url: `${url}/labels{/name}`,
    languages_url: `${url}/languages`,
    merges_url: `${url}/merges`,
    milestones_url: `${url}/milestones{/number}`,
    notifications_url: `${url}/notifications{?since,all,participating}`,
    pulls_url: `${url}/pulls{/number}`,
    releases_url: `${url}/releases{/id}`,
    ssh_url: `git@sandbox.example:${fullName}.git`,
    stargazers_url: `${url}/stargazers`,
    statuses_url: `${url}/statuses/{sha}`,
    subscribers_url: `${url}/subscribers`,
    subscription_url: `${url}/subscription`,
    tags_url: `${url}/tags`,
    teams_url: `${url}/teams`,
    trees_url: `${url}/git/trees{/sha}`,
    hooks_url: `${url}/hooks`,
    clone_url: `${web}.git`,
    svn_url: web,
  };
}

/** Returns a repository as in a search result, without counts and dates. */
export function searchRepo(base: string, repo: SandboxRepo) {
  const fullName = `${repo.owner.login}/${repo.name}`;
  const {
    clone_url: _clone,
    svn_url: _svn,
    ssh_url: _ssh,
    git_url: _git,
    ...urls
  } = addresses(base, fullName);
  return {
    id: repo.id,
    node_id: nodeId("Repository", repo.id),
    name: repo.name,
    full_name: fullName,
    owner: simpleUser(base, repo.owner),
    private: false,
    html_url: `${base}/${fullName}`,
    description: repo.bundle.description,
    fork: repo.bundle.parent !== null,
    ...urls,
  };
}

/** Returns a repository as in lists. */
export function listedRepo(base: string, repo: SandboxRepo, version: SandboxVersion) {
  const { bundle } = repo;
  const fullName = `${repo.owner.login}/${repo.name}`;
  const pushedAt = repo.commits[0]?.date ?? bundle.created;
  const [head] = repo.commits;
  const bytes =
    head === undefined ? 0 : listFiles(head.tree).reduce((sum, file) => sum + file.bytes.length, 0);
  return {
    ...searchRepo(base, repo),
    ...addresses(base, fullName),
    created_at: bundle.created,
    updated_at: pushedAt,
    pushed_at: pushedAt,
    homepage: bundle.homepage,
    size: Math.ceil(bytes / 1024),
    stargazers_count: bundle.stars,
    watchers_count: bundle.stars,
    language: Object.keys(repo.languages)[0] ?? null,
    has_issues: true,
    has_projects: true,
    ...(version === "2022-11-28" ? { has_downloads: true } : {}),
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    forks_count: bundle.forks,
    mirror_url: null,
    archived: bundle.archived,
    disabled: false,
    open_issues_count: bundle.issues,
    license: licenseOf(base, bundle.license),
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: bundle.topics,
    visibility: "public",
    forks: bundle.forks,
    open_issues: bundle.issues,
    watchers: bundle.stars,
    default_branch: defaultBranch,
  };
}

/** Returns a repository itself; a fork names its parent. */
export function fullRepo(
  base: string,
  repo: SandboxRepo,
  parent: SandboxRepo | undefined,
  version: SandboxVersion,
) {
  const origin =
    parent === undefined
      ? {}
      : { parent: listedRepo(base, parent, version), source: listedRepo(base, parent, version) };
  return {
    ...listedRepo(base, repo, version),
    temp_clone_token: null,
    ...(repo.owner.type === "Organization" ? { organization: simpleUser(base, repo.owner) } : {}),
    ...origin,
    network_count: repo.bundle.forks,
    subscribers_count: repo.bundle.watchers,
  };
}

const licenseNames = {
  MIT: "MIT License",
  "Apache-2.0": "Apache License 2.0",
  "BSD-3-Clause": 'BSD 3-Clause "New" or "Revised" License',
};

function licenseOf(base: string, spdxId: SeedBundle["license"]) {
  if (spdxId === null) return null;
  const key = spdxId.toLowerCase();
  return {
    key,
    name: licenseNames[spdxId],
    spdx_id: spdxId,
    url: `${base}/licenses/${key}`,
    node_id: nodeId("License", key),
  };
}
