import { createHmac, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { siteConfig } from "#site-config";
import { createTestUser, memberTenantId } from "../factories/auth-factory.ts";
import { createTestAccessItem } from "../factories/access-item-factory.ts";
import { openDatabase } from "#server/database/db.ts";
import { migrateDatabase } from "#server/database/migrate.ts";
import { createWordPressSandbox } from "../stand-ins/wordpress-sandbox.ts";
import { freePort, listen, stop } from "../ports.ts";
import { startBank, startSiteProcess } from "./killable-site.ts";
import { startRoundRobinProxy } from "../stand-ins/round-robin-proxy.ts";
import { createStandInProvider, standInAddress, standInClient } from "../stand-ins/stand-in-provider.ts";
import { createPostgresDatabase } from "../test-database.ts";

export type SeveralServers = Awaited<ReturnType<typeof startSeveralServers>>;
export type SomeBody = { userId: string; cookie: string; institutionAccessItemId: number };

const webhookSecret = "a secret of the content's webhook";
/** The limit of failed serial-number lookups per address and minute is half of this. */
export const searchesPerMinute = 40;

/**
 * Starts three servers in separate processes on one Postgres, behind a round-robin proxy. Their upstreams (bank, sign-in,
 * WordPress) run in this process, shared by all.
 */
export async function startSeveralServers() {
  const postgres = await createPostgresDatabase();
  const ending: (() => Promise<void> | void)[] = [() => postgres.drop()];
  const database = await openDatabase({ databaseUrl: postgres.url });
  ending.push(() => database.close());
  await migrateDatabase(database);

  const proxy = await startRoundRobinProxy();
  let onPage = (_port: number) => {};
  const bank = await startBank(proxy.origin, { onPage: (port) => onPage(port), rowsPerPage: 60 });
  const wordPress = createWordPressSandbox();
  const content = await startService(wordPress.app.fetch);
  let issuer = "";
  const provider = await startService(await createStandInProvider(() => issuer));
  issuer = provider.origin;
  ending.push(proxy.stop, bank.stop, content.stop, provider.stop);

  const ports = [await freePort(), await freePort(), await freePort()];
  const servers = await Promise.all(
    ports.map((port) =>
      startSiteProcess(bank.origin, {
        PORT: String(port),
        PUBLIC_URL: proxy.origin,
        DATABASE_URL: postgres.url,
        SECRET_KEY: Buffer.alloc(32, 5).toString("hex"),
        WORDPRESS_URL: content.origin,
        CONTENT_WEBHOOK_SECRET: webhookSecret,
        ENTRA_AUTHORITY: issuer,
        ENTRA_CLIENT_ID: standInClient.clientId,
        ENTRA_CLIENT_SECRET: standInClient.clientSecret,
        ALLOWED_USERS: `${memberTenantId}, ${issuer}/${standInAddress}`,
        SEARCHES_PER_MINUTE: String(searchesPerMinute),
        READS_PER_MINUTE: "100000",
        WRITES_PER_MINUTE: "100000",
      }),
    ),
  );
  ending.push(...servers.map((server) => () => server.kill()));
  proxy.serve(ports);

  /** Makes a call like a browser, through the proxy or to one server. */
  async function call(
    path: string,
    { cookie = "", body, at = proxy.origin }: { cookie?: string; body?: unknown; at?: string } = {},
  ): Promise<Response> {
    const headers = { cookie, "x-tenant": siteConfig.tenant, "content-type": "application/json" };
    if (body === undefined) return fetch(`${at}${path}`, { headers });
    return fetch(`${at}${path}`, {
      method: "POST",
      headers: { ...headers, origin: proxy.origin },
      body: JSON.stringify(body),
    });
  }

  return {
    database,
    proxy,
    bank,
    wordPress,
    ports,
    servers,
    call,
    /** Returns the address of one server, bypassing the proxy. */
    originOf: (port: number) => `http://127.0.0.1:${port}`,
    onPage: (listener: (port: number) => void) => void (onPage = listener),
    /** Creates a signed-in person with their own institution. */
    async somebody(): Promise<SomeBody> {
      const { userId, cookie } = await createTestUser(database, { mode: "live", realm: issuer });
      const { institutionAccessItemId } = await createTestAccessItem(database, userId);
      return { userId, cookie, institutionAccessItemId };
    },
    /** Sends WordPress's publish webhook to the next server. */
    async publish(): Promise<Response> {
      const body = JSON.stringify({ timestamp: new Date().toISOString(), id: randomUUID() });
      const signature = createHmac("sha256", webhookSecret).update(body).digest("hex");
      return fetch(`${proxy.origin}/api/ContentWebhook`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-folio-signature": `sha256=${signature}` },
        body,
      });
    },
    async stop(): Promise<void> {
      for (const end of ending.toReversed()) await end();
    },
  };
}

async function startService(handle: (request: Request) => Response | Promise<Response>) {
  const server = createServer(getRequestListener(handle));
  return { origin: `http://127.0.0.1:${await listen(server)}`, stop: () => stop(server) };
}
