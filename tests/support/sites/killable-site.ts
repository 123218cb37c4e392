import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { z } from "zod";
import { siteConfig } from "#site-config";
import { plaidSandboxClient } from "#upstreams/plaid/plaid-sandbox-client.ts";
import { serverArguments } from "../../../scripts/support/server-arguments.ts";
import { answerOf, type Answer } from "../calls.ts";
import { listen, stop } from "../ports.ts";
import { printedAddress, startProgram } from "../programs.ts";
import { createDrivenBank } from "../stand-ins/bank-control/bank-control.ts";

/**
 * Starts a bank that listens in this process. `onPage` is called for each requested page of a list with the server's port;
 * `rowsPerPage` makes pages shorter than requested.
 */
export async function startBank(
  siteOrigin: string,
  { onPage, rowsPerPage }: { onPage?: (askedBy: number) => void; rowsPerPage?: number } = {},
) {
  const sandbox = createDrivenBank({ origin: () => siteOrigin });
  const server = createServer(
    getRequestListener(async (request) => {
      if (!request.url.endsWith("/transactions/sync")) return sandbox.app.fetch(request);
      onPage?.(Number(request.headers.get("x-asked-by")));
      if (rowsPerPage === undefined) return sandbox.app.fetch(request);
      const body = z.record(z.string(), z.unknown()).parse(await request.json());
      const headers = new Headers(request.headers);
      headers.delete("content-length");
      const { url, method } = request;
      return sandbox.app.request(url, {
        method,
        headers,
        body: JSON.stringify({ ...body, count: rowsPerPage }),
      });
    }),
  );
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return {
    origin,
    control: sandbox.control,
    /** Links a bank without rows, like the link page and the exchange do. */
    async link(): Promise<{ itemId: string; accessToken: string }> {
      const { clientId, secret, path } = plaidSandboxClient;
      const publicToken = sandbox.control.link({ behavior: "empty", accounts: ["checking", "savings"] });
      const response = await fetch(`${origin}${path}/item/public_token/exchange`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ client_id: clientId, secret, public_token: publicToken }),
      });
      const answer = z.object({ item_id: z.string(), access_token: z.string() }).parse(await response.json());
      return { itemId: answer.item_id, accessToken: answer.access_token };
    },
    stop: () => stop(server),
  };
}

export type SiteProcess = Awaited<ReturnType<typeof startProcess>>;

/** Starts `killable-server.ts` and waits until it answers. */
export function startSiteProcess(bankOrigin: string, environment: Record<string, string>) {
  const program = fileURLToPath(new URL("../breakage/killable-server.ts", import.meta.url));
  return startProcess([program, bankOrigin], environment);
}

/** Starts the built server, with its own sandboxes, and waits until it answers. */
export function startBuiltSite(environment: Record<string, string>) {
  return startProcess(serverArguments, environment);
}

async function startProcess(args: readonly string[], environment: Record<string, string>) {
  const child = startProgram(args, { HOST: "127.0.0.1", LOG_LEVEL: "silent", ...environment });
  const ended = once(child, "close");
  await printedAddress(child);
  const origin = `http://127.0.0.1:${environment["PORT"]}`;
  return {
    async kill(): Promise<void> {
      child.kill("SIGKILL");
      await ended;
    },
    /** Stops it gracefully, together with its Postgres. */
    async stop(): Promise<void> {
      child.kill("SIGTERM");
      await ended;
    },
    /** Makes a call like a browser on the site's own origin; rejects if the server dies before answering. */
    async call<Data>(
      path: string,
      { cookie, body }: { cookie: string; body?: unknown },
    ): Promise<Answer<Data>> {
      const response = await fetch(`${origin}${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          cookie,
          "content-type": "application/json",
          "x-tenant": siteConfig.tenant,
          origin,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return answerOf<Data>(response);
    },
    async deliver({ text, headers }: { text: string; headers: Record<string, string> }): Promise<number> {
      const response = await fetch(`${origin}/api/PlaidWebhook`, { method: "POST", headers, body: text });
      await response.text();
      return response.status;
    },
  };
}
