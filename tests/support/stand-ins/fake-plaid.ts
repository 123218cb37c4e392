import { z } from "zod";
import { createHttpClient } from "#server/upstreams/http-client.ts";
import { createLogger } from "#server/log.ts";
import { failureOf } from "../failure-of.ts";
import { serve } from "./http-stand-in.ts";
import { createPlaidBank, PlaidError, type PlaidBank } from "#upstreams/plaid/index.ts";

/** A call received by the fake Plaid. */
export type Received = {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown>;
};
type Answer = { status?: number; headers?: Record<string, string>; text: string };
/** Answer of the fake: `hang` sends nothing, `cut` disconnects in the middle. */
export type Answering = (call: Received) => Answer | "hang" | "cut";

const bodySchema = z.record(z.string(), z.unknown());

export const plaidKeys = { clientId: "5f0c1e2d3b4a", secret: "0a1b2c3d4e5f60718293a4b5c6d7e8" } as const;
export const accessToken = "access-sandbox-7c8b9a00-1111-2222-3333-444455556666";

/** Starts a fake Plaid on a real port, with our client of it. */
export async function startPlaid(
  answering: Answering,
  options: {
    timeoutMs?: number;
    keys?: { clientId: string; secret: string };
    /** Another address for the client. */
    url?: string;
    domain?: string;
  } = {},
): Promise<{ bank: PlaidBank; received: Received[]; logged: string[] }> {
  const received: Received[] = [];
  const logged: string[] = [];
  const origin = await serve((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(z.instanceof(Buffer).parse(part));
      const call: Received = {
        path: request.url ?? "",
        headers: request.headers,
        body: bodySchema.parse(JSON.parse(Buffer.concat(parts).toString())),
      };
      received.push(call);
      const answer = answering(call);
      if (answer === "hang") return;
      if (answer === "cut") {
        response.writeHead(200, { "content-length": "5000" }).write('{"added":[');
        setTimeout(() => response.destroy(), 5);
        return;
      }
      response.writeHead(answer.status ?? 200, { "content-type": "application/json", ...answer.headers });
      response.end(answer.text);
    })();
  });
  const http = createHttpClient({
    fetch,
    log: createLogger({ level: "debug", destination: { write: (line) => void logged.push(line) } }),
    userAgent: "Folio test",
    random: () => 0,
  });
  const { clientId, secret } = options.keys ?? plaidKeys;
  const bank = createPlaidBank(
    {
      http,
      site: { domain: options.domain ?? "ledger.example" },
      settings: {
        modes: { plaid: "live" },
        PLAID_CLIENT_ID: clientId,
        PLAID_SECRET: secret,
        PLAID_ENV: "production",
        PLAID_URL: options.url ?? `${origin}/`,
      },
      timeoutMs: options.timeoutMs ?? 3_000,
    },
    { selfOrigin: () => "http://nowhere.invalid" },
  );
  return { bank, received, logged };
}

/** Answers every call with this JSON. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Answering {
  return () => ({ status, headers, text: JSON.stringify(body) });
}

/** Returns an error in Plaid's format. */
export function plaidFailure(error_type: string, error_code: string, error_message = "something is wrong") {
  return { error_type, error_code, error_message, display_message: null, request_id: "HNTDNrA8F1shFEW" };
}

/** Returns the error of a call that fails. */
export const errorOf = (work: Promise<unknown>) => failureOf(PlaidError, work);
