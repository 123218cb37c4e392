import type { RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createCongressSandbox } from "#upstreams/congress/sandbox/congress-sandbox.ts";
import { createGitHubSandbox } from "#upstreams/github/sandbox/github-sandbox.ts";
import { gitHubSandboxClient } from "#upstreams/github/sandbox-client.ts";
import { plaidSandboxClient } from "#upstreams/plaid/plaid-sandbox-client.ts";
import { createDrivenBank } from "./bank-control/bank-control.ts";
import { createWordPressSandbox } from "./wordpress-sandbox.ts";
import { startFaultyServer, type Fault, type FaultyServer } from "../sites/faulty-server.ts";
import { createStandInProvider, standInAddress, standInClient } from "./stand-in-provider.ts";

export const upstreamNames = ["content", "github", "congress", "sign-in", "banks"] as const;
export type UpstreamName = (typeof upstreamNames)[number];

export type FaultyUpstreams = {
  /** Settings of a site that uses them as live services. */
  environment: Record<string, string>;
  /** Sets a fault; null removes it. */
  break: (name: UpstreamName, fault: Fault | null) => Promise<void>;
  faultyAnswers: (name: UpstreamName) => number;
  /** Returns the public token a person would bring back from the bank's dialog. */
  publicToken: () => string;
  stop: () => Promise<void>;
};

type Options = {
  /** Returns the origin of the site under test. */
  siteOrigin: () => string;
  /** Delay of a slow upstream. */
  slowMs: number;
};

/**
 * Starts every service the site uses on its own port, each with faults on request. They answer like the sandboxes, but from
 * outside over TCP, so the site treats them as live.
 */
export async function startFaultyUpstreams({ siteOrigin, slowMs }: Options): Promise<FaultyUpstreams> {
  const origins = new Map<UpstreamName, string>();
  const originOf = (name: UpstreamName) => () => origins.get(name) ?? "";
  const plaid = createDrivenBank({ origin: siteOrigin });
  const congress = createCongressSandbox();
  congress.hourlyLimit = 1_000_000;
  const github = createGitHubSandbox({
    origin: originOf("github"),
    siteOrigin,
    anonymousCoreLimitPerHour: 1_000_000,
    coreLimitPerHour: 1_000_000,
    codeSearchLimitPerMinute: 1_000,
  });
  const listeners: Record<UpstreamName, RequestListener> = {
    content: getRequestListener(createWordPressSandbox().app.fetch),
    github: getRequestListener(github.fetch),
    congress: getRequestListener(congress.app.fetch),
    "sign-in": getRequestListener(await createStandInProvider(originOf("sign-in"))),
    banks: getRequestListener(plaid.app.fetch),
  };
  const servers = new Map<UpstreamName, FaultyServer>();
  for (const name of upstreamNames) {
    const server = await startFaultyServer(listeners[name], { slowMs });
    servers.set(name, server);
    origins.set(name, server.origin);
  }
  function serverOf(name: UpstreamName): FaultyServer {
    const server = servers.get(name);
    if (server === undefined) throw new Error(`there is no upstream ${name}`);
    return server;
  }

  return {
    environment: environmentOf(originOf),
    break: (name, fault) => serverOf(name).break(fault),
    faultyAnswers: (name) => serverOf(name).faultyAnswers(),
    publicToken: () => plaid.control.link({ webhook: `${siteOrigin()}/api/PlaidWebhook`, days: 60 }),
    stop: async () => {
      for (const server of servers.values()) await server.stop();
    },
  };
}

function environmentOf(originOf: (name: UpstreamName) => () => string): Record<string, string> {
  const [content, github, congress, signIn, banks] = upstreamNames.map((name) => originOf(name)());
  return {
    WORDPRESS_URL: content ?? "",
    GITHUB_OWNER: gitHubSandboxClient.owner,
    GITHUB_API_URL: `${github}${gitHubSandboxClient.path}`,
    GITHUB_URL: `${github}${gitHubSandboxClient.path}`,
    GITHUB_TOKEN: gitHubSandboxClient.serverToken,
    GITHUB_CLIENT_ID: gitHubSandboxClient.clientId,
    GITHUB_CLIENT_SECRET: gitHubSandboxClient.clientSecret,
    // The index answers in any fault, so searches would show none.
    CODE_INDEX: "off",
    CONGRESS_API_KEY: "folio-sandbox-behind-faults",
    CONGRESS_API_URL: `${congress}/sandbox/congress/v3`,
    CONGRESS_FROM: "118",
    ENTRA_AUTHORITY: signIn ?? "",
    ENTRA_CLIENT_ID: standInClient.clientId,
    ENTRA_CLIENT_SECRET: standInClient.clientSecret,
    ALLOWED_USERS: `${signIn}/${standInAddress}`,
    PLAID_URL: `${banks}${plaidSandboxClient.path}`,
    PLAID_CLIENT_ID: plaidSandboxClient.clientId,
    PLAID_SECRET: plaidSandboxClient.secret,
  };
}
