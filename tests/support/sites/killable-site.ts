import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { z } from "zod";
import { siteConfig } from "#site-config";
import { plaidSandboxClient } from "#upstreams/plaid/plaid-sandbox-client.ts";
import { repoRoot } from "../../../scripts/support/repo-paths.ts";
import { serverArguments } from "../../../scripts/support/server-arguments.ts";
import { createDrivenBank } from "../stand-ins/bank-control/bank-control.ts";

const startTimeoutMs = 90_000;
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
  const port = await listenAnywhere(server);
  const origin = `http://127.0.0.1:${port}`;
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
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export async function listenAnywhere(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (!isPortAddress(address)) throw new Error("a server listens on no port");
  return address.port;
}

function isPortAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}

type Answer<Data> = { status: number; data: Data };
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
  const child = spawn(process.execPath, args, {
    cwd: repoRoot,
    env: { PATH: process.env["PATH"], HOST: "127.0.0.1", LOG_LEVEL: "silent", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  await ready(child);
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
      const answer = (await response.json()) as { data: Data };
      return { status: response.status, data: answer.data };
    },
    async deliver({ text, headers }: { text: string; headers: Record<string, string> }): Promise<number> {
      const response = await fetch(`${origin}/api/PlaidWebhook`, { method: "POST", headers, body: text });
      await response.text();
      return response.status;
    },
  };
}

async function ready(child: ChildProcess): Promise<void> {
  let said = "";
  await new Promise<void>((resolve, reject) => {
    const fail = (reason: string) => {
      child.kill("SIGKILL");
      reject(new Error(`${reason}\n${said}`));
    };
    const timer = setTimeout(() => fail("The server did not start in time."), startTimeoutMs);
    child.stderr?.on("data", (chunk) => (said += String(chunk)));
    child.stdout?.on("data", (chunk) => {
      said += String(chunk);
      if (!/\bready\b/.test(said)) return;
      clearTimeout(timer);
      resolve();
    });
    child.once("error", (error) => fail(error.message));
    child.once("exit", (code) => {
      clearTimeout(timer);
      fail(`The server ended with ${code}.`);
    });
  });
}
