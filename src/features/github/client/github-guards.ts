import type { GitHubUser, Repository } from "../domain/github-shapes.ts";

/**
 * Picks what the site shows from GitHub's answers. Public pages load no schema library, so these few lines check the
 * types. Each function throws if an answer makes no sense; optional values become null or empty.
 */

type Fields = Record<string, unknown>;

export function fieldsOf(json: unknown): Fields {
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw new TypeError("not an object");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a non-array object has fields of unknown types
  return json as Fields;
}

export function listOf<Item>(json: unknown, pick: (item: unknown) => Item): Item[] {
  if (!Array.isArray(json)) throw new TypeError("not a list");
  return json.map(pick);
}

export function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== "string" || value === "") throw new TypeError(`no ${name}`);
  return value;
}

export function optionalText(fields: Fields, name: string): string | null {
  const value = fields[name];
  return typeof value === "string" && value !== "" ? value : null;
}

export function count(fields: Fields, name: string): number {
  const value = fields[name];
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : 0;
}

/** Returns a web address; any other link could run code. */
export function webAddress(fields: Fields, name: string): string {
  const value = text(fields, name);
  if (!/^https?:\/\//i.test(value)) throw new TypeError(`${name} is not a web address`);
  return value;
}

export function instant(fields: Fields, name: string): string | null {
  const value = optionalText(fields, name);
  return value === null || Number.isNaN(Date.parse(value)) ? null : value;
}

export function pickUser(json: unknown): GitHubUser {
  const user = fieldsOf(json);
  return {
    login: text(user, "login"),
    name: optionalText(user, "name"),
    avatar_url: optionalText(user, "avatar_url") ?? "",
    html_url: webAddress(user, "html_url"),
    bio: optionalText(user, "bio"),
    company: optionalText(user, "company"),
    location: optionalText(user, "location"),
    public_repos: count(user, "public_repos"),
    followers: count(user, "followers"),
    following: count(user, "following"),
  };
}

export function pickRepository(json: unknown): Repository {
  const repo = fieldsOf(json);
  const { topics } = repo;
  return {
    name: text(repo, "name"),
    full_name: text(repo, "full_name"),
    owner: { login: text(fieldsOf(repo["owner"]), "login") },
    html_url: webAddress(repo, "html_url"),
    description: optionalText(repo, "description"),
    homepage: optionalText(repo, "homepage"),
    language: optionalText(repo, "language"),
    stargazers_count: count(repo, "stargazers_count"),
    forks_count: count(repo, "forks_count"),
    topics: Array.isArray(topics) ? topics.filter((topic) => typeof topic === "string") : [],
    archived: repo["archived"] === true,
    fork: repo["fork"] === true,
    pushed_at: instant(repo, "pushed_at"),
  };
}

export function pickRepositories(json: unknown): Repository[] {
  return listOf(json, pickRepository);
}
