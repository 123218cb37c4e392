import { readFileSync } from "node:fs";
import { buildHistory } from "./repos/git-history.ts";
import type { GitCommit } from "./repos/git-objects.ts";
import { countLanguages } from "./repos/languages.ts";
import { sandboxPeople, type SandboxPerson } from "./users/people.ts";
import { addOddFiles } from "./repos/odd-files.ts";
import { parseSeedBundle, type SeedBundle } from "./repos/seed-bundle.ts";
import { starredRepositories } from "./users/starred.ts";

export type SandboxRepo = {
  id: number;
  owner: SandboxPerson;
  name: string;
  bundle: SeedBundle;
  /** Newest first; none in an empty repository. */
  commits: GitCommit[];
  /** Bytes, largest first. */
  languages: Record<string, number>;
};

export type StarredRepo = { repo: SandboxRepo; starredAt: string };

export type SandboxData = {
  people: SandboxPerson[];
  /** Repositories of the owner. */
  repos: SandboxRepo[];
  /** Repositories the owner has starred, latest first. */
  starred: StarredRepo[];
  findPerson: (login: string) => SandboxPerson | undefined;
  findRepo: (owner: string, name: string) => SandboxRepo | undefined;
  findRepoById: (id: number) => SandboxRepo | undefined;
};

/** Ids of the owner's repositories, each a file in `seed`. */
const ownRepositories: Record<string, number> = {
  "ledger-kit": 811_402_117,
  "rent-roll-api": 823_557_904,
  "budget-board": 826_190_355,
  "edge-of-text": 842_013_990,
  "congress-client": 839_772_046,
  "tenant-desk": 819_004_672,
  "hearing-room": 858_361_209,
  "statement-tidy": 797_230_188,
  "night-backup": 771_845_531,
  "grant-pages": 702_456_018,
  "markdown-table-lint": 866_120_447,
};

/** Former names of repositories, which GitHub answers with 301. */
export const renamedRepositories: Record<string, string> = { "robin-ashgrove/ledger-tools": "ledger-kit" };

let data: SandboxData | null = null;

/** Reads the invented data from its seeds on first use; it is the same in every process. */
export function readSandboxData(): SandboxData {
  return (data ??= createSandboxData());
}

function createSandboxData(): SandboxData {
  const [owner] = sandboxPeople;
  if (owner === undefined) throw new Error("the sandbox has no owner");
  const repos = Object.entries(ownRepositories).map(([name, id]) => {
    const text = readFileSync(
      new URL(import.meta.resolve(`#upstreams/github/sandbox/seed/${name}.txt`)),
      "utf8",
    );
    return makeRepo(id, owner, name, addOddFiles(name, parseSeedBundle(text)));
  });
  const starred = starredRepositories().map(({ id, owner: login, name, bundle, starredAt }) => {
    const theirs = findIn(sandboxPeople, login);
    if (theirs === undefined) throw new Error(`a starred repository has an unknown owner: ${login}`);
    return { repo: makeRepo(id, theirs, name, bundle), starredAt };
  });
  const all = allRepos({ repos, starred });
  return {
    people: sandboxPeople,
    repos,
    starred,
    findPerson: (login) => findIn(sandboxPeople, login),
    findRepo: (login, name) => all.find((repo) => isSame(repo.owner.login, login) && isSame(repo.name, name)),
    findRepoById: (id) => all.find((repo) => repo.id === id),
  };
}

/** Returns the repositories of all accounts. */
export function allRepos({ repos, starred }: Pick<SandboxData, "repos" | "starred">): SandboxRepo[] {
  return [...repos, ...starred.map(({ repo }) => repo)];
}

/** Returns a repository with its generated history. */
function makeRepo(id: number, owner: SandboxPerson, name: string, bundle: SeedBundle): SandboxRepo {
  const commits = buildHistory(bundle);
  return { id, owner, name, bundle, commits, languages: countLanguages(commits[0]) };
}

function findIn(people: SandboxPerson[], login: string): SandboxPerson | undefined {
  return people.find((person) => isSame(person.login, login));
}

/** Compares names ignoring case, as GitHub does. */
function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
