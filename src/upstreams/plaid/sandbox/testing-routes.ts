import { randomBytes } from "node:crypto";
import type { Hono } from "hono";
import { openItem, readRequest } from "./request-reading.ts";
import * as schemas from "./request-schemas.ts";
import { accountsAt, findBank } from "./sandbox-banks.ts";
import type { Sandbox, SandboxEnv } from "./sandbox-context.ts";
import { invalidField, productNotEnabled, problems, SandboxError } from "./sandbox-errors.ts";
import { webhookBody } from "./webhooks/webhook-bodies.ts";

const publicTokenLifetimeMs = 30 * 60_000;
const usualDays = 90;

/** Mounts the test calls of Plaid's own sandbox: webhooks on demand, a login reset, a link without the page. */
export function mountTestingRoutes(app: Hono<SandboxEnv>, sandbox: Sandbox): void {
  app.post("/sandbox/item/fire_webhook", async (c) => {
    const request = await readRequest(c, schemas.sandboxFireWebhook);
    const item = await openItem(sandbox, request.access_token);
    const code = request.webhook_code;
    const type = request.webhook_type ?? "TRANSACTIONS";
    const isOfTransactions = code === "DEFAULT_UPDATE" || code === "SYNC_UPDATES_AVAILABLE";
    if (
      code === "SMS_MICRODEPOSITS_VERIFICATION" ||
      code === "AUTHORIZATION_GRANTED" ||
      code === "RECURRING_TRANSACTIONS_UPDATE" ||
      code === "PRODUCT_READY" ||
      (code === "ERROR" && type === "ASSETS") ||
      (isOfTransactions && type !== "TRANSACTIONS")
    ) {
      throw new SandboxError(productNotEnabled(type.toLowerCase()));
    }
    const isSent = sandbox.webhooks.send(item, webhookBody(item, code, sandbox.nowMs()));
    if (!isSent) throw new SandboxError(problems.webhookInvalid);
    return c.json({ webhook_fired: true, request_id: c.get("requestId") });
  });

  app.post("/sandbox/item/reset_login", async (c) => {
    const request = await readRequest(c, schemas.sandboxResetLogin);
    const item = await openItem(sandbox, request.access_token);
    item.update(() => ({ loginRequiredAtMs: sandbox.nowMs(), repairedAtMs: null }));
    sandbox.webhooks.send(item, webhookBody(item, "ERROR", sandbox.nowMs()));
    return c.json({ reset_login: true, request_id: c.get("requestId") });
  });

  app.post("/sandbox/public_token/create", async (c) => {
    const request = await readRequest(c, schemas.sandboxPublicTokenCreate);
    const bank = findBank(request.institution_id);
    if (bank === undefined) throw new SandboxError(problems.invalidInstitution);
    const user = schemas.readUserName(request.options?.override_username ?? "avery");
    if (user === null) throw new SandboxError(invalidField("override_username is not known"));
    const choice = {
      nonce: randomBytes(9).toString("hex"),
      bank: bank.id,
      ...user,
      accounts: accountsAt(bank.id, user.person).map(({ key }) => key),
      days: request.options?.transactions?.days_requested ?? usualDays,
      webhook: request.options?.webhook ?? null,
    };
    return c.json({
      public_token: sandbox.tokens.publicToken(choice, sandbox.nowMs() + publicTokenLifetimeMs),
      request_id: c.get("requestId"),
    });
  });
}
