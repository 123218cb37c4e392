import { describe, expect, it } from "vitest";
import { pickRepositories, pickUser } from "./github-guards.ts";
import { pickChanges, pickCommits, pickDetails, pickLanguages } from "./repo/repo-guards.ts";

const user = { login: "ada", html_url: "https://github.test/ada", public_repos: 3 };
const repository = {
  name: "kit",
  full_name: "ada/kit",
  owner: { login: "ada" },
  html_url: "https://github.test/ada/kit",
};
const commit = {
  sha: "abc",
  html_url: "https://github.test/ada/kit/commit/abc",
  commit: { message: "Begin", author: { name: "Ada", date: "2026-11-20T12:00:00Z" }, committer: null },
  author: null,
};

describe("a value that GitHub may omit", () => {
  it("is null, zero or empty", () => {
    expect(pickUser(user)).toEqual({
      login: "ada",
      name: null,
      avatar_url: "",
      html_url: "https://github.test/ada",
      bio: null,
      company: null,
      location: null,
      public_repos: 3,
      followers: 0,
      following: 0,
    });
    expect(pickRepositories([repository])[0]).toMatchObject({
      description: null,
      homepage: null,
      language: null,
      stargazers_count: 0,
      topics: [],
      archived: false,
      fork: false,
      pushed_at: null,
    });
    expect(pickDetails({ ...repository, default_branch: "main", license: null }).license).toBeNull();
  });

  it("is null for a commit's account, even if GitHub sends an empty object", () => {
    expect(pickCommits([commit, { ...commit, author: {} }]).map(({ author }) => author)).toEqual([
      null,
      null,
    ]);
  });

  it("is null for an invalid date", () => {
    expect(pickRepositories([{ ...repository, pushed_at: "yesterday" }])[0]?.pushed_at).toBeNull();
  });
});

describe("an answer that makes no sense is rejected", () => {
  const answers: [what: string, read: () => unknown][] = [
    ["a user that is a list", () => pickUser([])],
    ["a user without a name", () => pickUser({ ...user, login: undefined })],
    ["a link that runs code", () => pickUser({ ...user, html_url: "javascript:alert(1)" })],
    ["an error in place of repositories", () => pickRepositories({ message: "Not Found" })],
    ["a repository that is null", () => pickRepositories([null])],
    ["details without a branch", () => pickDetails(repository)],
    ["languages with text for bytes", () => pickLanguages({ Vue: "many" })],
    ["a list in place of languages", () => pickLanguages([])],
    ["negative bytes", () => pickLanguages({ Vue: -1 })],
    ["a commit without a sha", () => pickCommits([{ ...commit, sha: "" }])],
    ["a commit without details", () => pickCommits([{ ...commit, commit: null }])],
    ["text in place of changes", () => pickChanges("diff")],
    ["a changed file without a name", () => pickChanges({ files: [{ status: "added" }] })],
  ];

  it.each(answers)("%s", (_what, read) => {
    expect(read).toThrow(TypeError);
  });
});

it("keeps a commit's files with their line counts", () => {
  const file = { filename: "a.ts", status: "added", additions: 3, deletions: 0, patch: "…" };
  expect(pickChanges({ sha: "abc", files: [file] })).toEqual({
    files: [{ filename: "a.ts", status: "added", additions: 3, deletions: 0 }],
  });
  expect(pickChanges({ sha: "abc" })).toEqual({ files: [] });
});
