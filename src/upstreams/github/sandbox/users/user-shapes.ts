import type { SandboxPerson } from "./people.ts";

/** Returns a node id: GitHub's newer ones are opaque, ours are the kind and the number. */
export function nodeId(kind: string, id: number | string): string {
  return Buffer.from(`0:${kind}:${id}`).toString("base64");
}

/** Returns an account as part of other responses ("simple user"). */
export function simpleUser(base: string, person: SandboxPerson) {
  const url = `${base}/users/${person.login}`;
  return {
    login: person.login,
    id: person.id,
    node_id: nodeId("User", person.id),
    avatar_url: `${base}/avatars/u/${person.id}?v=4`,
    gravatar_id: "",
    url,
    html_url: `${base}/${person.login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: person.type,
    user_view_type: "public",
    site_admin: false,
  };
}

/** Returns an account itself ("public user"). */
export function publicUser(base: string, person: SandboxPerson, repoCount: number) {
  return {
    ...simpleUser(base, person),
    name: person.name,
    company: person.company,
    blog: person.blog,
    location: person.location,
    email: null,
    hireable: null,
    bio: person.bio,
    twitter_username: null,
    public_repos: repoCount,
    public_gists: 0,
    followers: person.followers,
    following: person.following,
    created_at: person.created,
    updated_at: "2026-11-10T09:12:31Z",
  };
}
