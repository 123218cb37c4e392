import { randomBytes } from "node:crypto";
import type { Hono } from "hono";
import type {
  AccountsGetResponse,
  ItemPublicTokenExchangeResponse,
  ItemWebhookUpdateResponse,
  LinkTokenCreateResponse,
} from "plaid";
import { accountAnswer, institutionAnswer, itemAnswer, itemGetAnswer } from "../plaid-answers.ts";
import type { Wire } from "../plaid-wire.ts";
import { openItem, openWorkingItem, readRequest } from "../request-reading.ts";
import * as schemas from "../request-schemas.ts";
import { findBank } from "../sandbox-banks.ts";
import type { Sandbox, SandboxContext, SandboxEnv } from "../sandbox-context.ts";
import { invalidField, problems, SandboxError } from "../sandbox-errors.ts";
import type { LinkVisit } from "../sandbox-tokens.ts";
import { webhookBody } from "../webhooks/webhook-bodies.ts";

const minuteMs = 60_000;
const linkLifetimeMs = 4 * 60 * minuteMs;
const updateLifetimeMs = 30 * minuteMs;
/** Plaid's default if no number of days is requested. */
const usualDays = 90;

/** Mounts linking, Items, accounts, banks and webhook keys. */
export function mountItemRoutes(app: Hono<SandboxEnv>, sandbox: Sandbox): void {
  app.post("/link/token/create", async (c) => {
    const request = await readRequest(c, schemas.linkTokenCreate);
    const visit = await visitOf(request, sandbox);
    return c.json({
      link_token: sandbox.tokens.linkToken(visit),
      expiration: new Date(visit.expiresAtMs).toISOString(),
      request_id: c.get("requestId"),
    } satisfies Wire<LinkTokenCreateResponse>);
  });

  app.post("/item/public_token/exchange", async (c) => {
    const request = await readRequest(c, schemas.publicTokenExchange);
    return c.json(exchange(c, sandbox, request.public_token));
  });

  app.post("/item/get", async (c) => {
    const item = await openItem(sandbox, (await readRequest(c, schemas.itemGet)).access_token);
    const answer = itemGetAnswer(item, sandbox.items.conditionOf(item), sandbox.nowMs());
    return c.json({ ...answer, request_id: c.get("requestId") });
  });

  app.post("/item/remove", async (c) => {
    const item = await openItem(sandbox, (await readRequest(c, schemas.itemRemove)).access_token);
    item.update(() => ({ removedAtMs: sandbox.nowMs() }));
    return c.json({ request_id: c.get("requestId") });
  });

  app.post("/item/webhook/update", async (c) => {
    const request = await readRequest(c, schemas.itemWebhookUpdate);
    const item = await openItem(sandbox, request.access_token);
    item.update(() => ({ webhook: request.webhook ?? null }));
    sandbox.webhooks.send(item, webhookBody(item, "WEBHOOK_UPDATE_ACKNOWLEDGED", sandbox.nowMs()));
    return c.json({
      item: itemAnswer(item, sandbox.items.conditionOf(item)),
      request_id: c.get("requestId"),
    } satisfies Wire<ItemWebhookUpdateResponse>);
  });

  for (const path of ["/accounts/get", "/accounts/balance/get"]) {
    app.post(path, async (c) => {
      const request = await readRequest(c, schemas.accountsGet);
      const item = await openWorkingItem(sandbox, request.access_token);
      const all = item.accounts().map((account) => accountAnswer(item, account, sandbox.nowMs()));
      const requestedIds = request.options?.account_ids;
      if (requestedIds?.some((id) => !all.some((account) => account.account_id === id)) === true) {
        throw new SandboxError(problems.invalidAccountId);
      }
      return c.json({
        accounts: all.filter((account) => requestedIds?.includes(account.account_id) ?? true),
        item: itemAnswer(item, null),
        request_id: c.get("requestId"),
      } satisfies Wire<AccountsGetResponse>);
    });
  }

  app.post("/institutions/get_by_id", async (c) => {
    const request = await readRequest(c, schemas.institutionsGetById);
    const bank = findBank(request.institution_id);
    if (bank === undefined || !request.country_codes.includes("US")) {
      throw new SandboxError(problems.invalidInstitution);
    }
    const hasMetadata = request.options?.include_optional_metadata === true;
    return c.json({ institution: institutionAnswer(bank, hasMetadata), request_id: c.get("requestId") });
  });

  app.post("/webhook_verification_key/get", async (c) => {
    const request = await readRequest(c, schemas.webhookVerificationKeyGet);
    const key = sandbox.keys.find(request.key_id);
    if (key === null) throw new SandboxError(problems.invalidWebhookKeyId);
    return c.json({ key, request_id: c.get("requestId") });
  });
}

type LinkTokenRequest = (typeof schemas.linkTokenCreate)["_output"];

async function visitOf(request: LinkTokenRequest, sandbox: Sandbox): Promise<LinkVisit> {
  const redirectUri = request.redirect_uri ?? null;
  if (redirectUri !== null && !sandbox.siteOrigins().includes(new URL(redirectUri).origin)) {
    throw new SandboxError(
      invalidField(
        "OAuth redirect URI must be configured in the developer dashboard. See https://plaid.com/docs/#oauth-redirect-uris",
      ),
    );
  }
  const visit = {
    webhook: request.webhook ?? null,
    redirectUri,
    days: request.transactions?.days_requested ?? usualDays,
    nonce: randomBytes(6).toString("hex"),
  };
  if (typeof request.access_token === "string") {
    if (request.products !== undefined && request.products !== null) {
      throw new SandboxError(invalidField("products must be omitted when access_token is provided"));
    }
    const { seed } = await openItem(sandbox, request.access_token);
    const selectAccounts = request.update?.account_selection_enabled === true;
    return { ...visit, expiresAtMs: sandbox.nowMs() + updateLifetimeMs, update: { seed, selectAccounts } };
  }
  if (request.products?.includes("transactions") !== true) {
    throw new SandboxError(invalidField("products must contain at least one supported product"));
  }
  return { ...visit, expiresAtMs: sandbox.nowMs() + linkLifetimeMs, update: null };
}

/** Exchanges a public token once; afterwards the Item created from it exists. */
function exchange(
  c: SandboxContext,
  sandbox: Sandbox,
  publicToken: string,
): Wire<ItemPublicTokenExchangeResponse> {
  const read = sandbox.tokens.readPublicToken(publicToken);
  if (read === null) {
    const isFormed = /^public-(sandbox|production)-./.test(publicToken);
    throw new SandboxError(isFormed ? problems.unknownPublicToken : problems.malformedPublicToken);
  }
  if (read.expiresAtMs <= sandbox.nowMs()) throw new SandboxError(problems.expiredPublicToken);
  const seed = { ...read.choice, linkedAtMs: sandbox.nowMs() };
  const item = sandbox.items.open(seed);
  if (sandbox.items.find(item.itemId) !== null) throw new SandboxError(problems.unknownPublicToken);
  item.update(() => ({}));
  return {
    access_token: sandbox.tokens.accessToken(seed),
    item_id: item.itemId,
    request_id: c.get("requestId"),
  };
}
