import { z } from "zod";
import { plaidSandboxClient } from "#upstreams/plaid/plaid-sandbox-client.ts";
import type { PlaidSandboxOptions } from "#upstreams/plaid/sandbox/plaid-sandbox.ts";
import { createDrivenBank } from "./bank-control/bank-control.ts";

/** Origin of the tests' site and its sandbox. */
export const testOrigin = "http://localhost:3000";

/** Opens a sandbox with its clock at noon in New York on November 21, 2026, and client calls to it. */
export function openTestSandbox(options: Partial<PlaidSandboxOptions> = {}) {
  const sandbox = createDrivenBank({
    origin: () => testOrigin,
    now: () => new Date("2026-11-21T17:00:00Z"),
    wait: async () => {},
    ...options,
  });
  async function post(path: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
    return sandbox.app.request(`${testOrigin}${plaidSandboxClient.path}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });
  }
  async function call(path: string, body: object): Promise<Answer> {
    const { clientId: client_id, secret } = plaidSandboxClient;
    const response = await post(path, JSON.stringify({ client_id, secret, ...body }));
    return { status: response.status, body: anyObject.parse(await response.json()) };
  }
  return { ...sandbox, post, call };
}

export type TestSandbox = ReturnType<typeof openTestSandbox>;

export type Answer = { status: number; body: Record<string, unknown> };

const anyObject = z.record(z.string(), z.unknown());

/** Links a bank; returns the result of the exchange. */
export async function linkBank(
  { call, control }: Pick<TestSandbox, "call" | "control">,
  choice: Parameters<TestSandbox["control"]["link"]>[0] = {},
): Promise<{ itemId: string; accessToken: string }> {
  const { body } = await call("/item/public_token/exchange", { public_token: control.link(choice) });
  return { itemId: String(body["item_id"]), accessToken: String(body["access_token"]) };
}
