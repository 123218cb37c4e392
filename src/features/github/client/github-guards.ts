import type { GitHubUser, Repository } from "../domain/github-data.ts";

/**
 * What the site shows of GitHub's answers. No schema library reaches public pages, so these few lines hold the answers
 * to their types. Each throws where an answer makes no sense; what may be missing is null or empty.
 */

type Fields = Record<string, unknown>;

export function fieldsOf(json: unknown): Fields {
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw new TypeError("no object");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object that is no list has fields of unknown types
  return json as Fields;
}

export function listOf<Item>(json: unknown, pick: (item: unknown) => Item): Item[] {
  if (!Array.isArray(json)) throw new TypeError("no list");
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

/** A web address: anything else a link could run. */
export function webAddress(fields: Fields, name: string): string {
  const value = text(fields, name);
  if (!/^https?:\/\//i.test(value)) throw new TypeError(`${name} is no web address`);
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
