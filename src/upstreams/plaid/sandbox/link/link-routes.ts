import { sandboxPagePolicy } from "#shared/sandbox-page.ts";
import type { Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Item } from "../items/item.ts";
import {
  accountsPage,
  banksPage,
  confirmPage,
  linkMessagePage,
  peoplePage,
  repairPage,
  type LinkChoices,
  type LinkFrame,
} from "./link-pages.ts";
import { linkStylesheet } from "./link-style.ts";
import { readUserName } from "../request-schemas.ts";
import { accountsAt, findBank, findPerson, type SandboxAccount } from "../sandbox-banks.ts";
import type { Sandbox, SandboxContext, SandboxEnv } from "../sandbox-context.ts";
import type { LinkVisit } from "../sandbox-tokens.ts";

/** Return address of a visit whose link token has none. */
const ownPage = "/accounts";

/**
 * Mounts the pages on which a person links a bank or repairs a link. Each step is a page with the choices so far in its
 * address, so it needs no script or server state; the last one is a posted form.
 */
export function mountLinkRoutes(app: Hono<SandboxEnv>, sandbox: Sandbox): void {
  app.get("/link.css", (c) => c.body(...linkStylesheet));

  app.get("/link", (c) => {
    const query = new URL(c.req.url).searchParams;
    const visit = readVisit(sandbox, query);
    if (visit === null) return badVisit(c, sandbox);
    if (visit.update !== null) return showRepair(c, sandbox, visit, query);
    return page(c, sandbox, ...createStep(visit, query));
  });

  app.post("/link", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const visit = readVisit(sandbox, form);
    if (visit === null) return badVisit(c, sandbox);
    if (visit.update !== null) return finishRepair(c, sandbox, visit, form);
    const { choices, accounts } = readChoices(form);
    if (choices === null || accounts.length === 0) return page(c, sandbox, ...createStep(visit, form));
    const user = readUserName(choices.userName);
    const token = sandbox.tokens.publicToken(
      {
        bank: choices.bank.id,
        person: choices.person.id,
        behavior: user?.behavior ?? null,
        accounts: accounts.map(({ key }) => key),
        days: visit.days,
        webhook: visit.webhook,
      },
      sandbox.nowMs(),
    );
    return c.redirect(backTo(visit, { public_token: token }), 303);
  });
}

/** Returns the page for the choices so far, and its status. */
function createStep(visit: LinkVisit, query: URLSearchParams): [html: string, status: ContentfulStatusCode] {
  const frame = frameOf(visit, query);
  const bank = findBank(query.get("bank") ?? "");
  if (bank === undefined) return [banksPage(frame), 200];
  const userName = query.get("user");
  if (userName === null) return [peoplePage(frame, bank, null), 200];
  const { choices, accounts, all } = readChoices(query);
  if (choices === null) return [peoplePage(frame, bank, userName.slice(0, 100)), 422];
  if (query.get("step") !== "confirm") return [accountsPage(frame, choices, all, false), 200];
  if (accounts.length === 0) return [accountsPage(frame, choices, all, true), 422];
  return [confirmPage(frame, choices, accounts), 200];
}

function readChoices(query: URLSearchParams): {
  choices: LinkChoices | null;
  /** All accounts to choose from. */
  all: readonly SandboxAccount[];
  /** The checked accounts. */
  accounts: SandboxAccount[];
} {
  const bank = findBank(query.get("bank") ?? "");
  const userName = (query.get("user") ?? "").trim().toLowerCase();
  const user = readUserName(userName);
  const person = findPerson(user?.person ?? "");
  if (bank === undefined || person === undefined) return { choices: null, all: [], accounts: [] };
  const every = accountsAt(bank.id, person.id);
  // One of them opens only after the link.
  const all = user?.behavior === "new-accounts" ? every.slice(0, -1) : every;
  const ticked = query.getAll("account");
  const accounts = all.filter(({ key }) => ticked.includes(key));
  return { choices: { bank, person, userName }, all, accounts };
}

function showRepair(
  c: SandboxContext,
  sandbox: Sandbox,
  visit: LinkVisit,
  query: URLSearchParams,
  isNoneChosen = false,
): Response {
  const found = itemOf(sandbox, visit);
  const frame = frameOf(visit, query);
  const back = backTo(visit, { link_canceled: "1" });
  if (found === null) {
    const text = "The link was removed, or access was revoked at the bank. Link the bank again.";
    return page(c, sandbox, linkMessagePage("This link can’t be repaired", text, back), 410);
  }
  if (found.isDown) {
    const text = `${found.item.bank.name} isn’t responding. Try again later.`;
    return page(c, sandbox, linkMessagePage("The bank is down", text, back), 503);
  }
  const { item } = found;
  const person = findPerson(item.seed.person);
  if (person === undefined) return badVisit(c, sandbox);
  const selection = {
    accounts: accountsAt(item.seed.bank, item.seed.person),
    shared: isNoneChosen ? [] : item.accounts().map(({ key }) => key),
    isNoneChosen,
  };
  const html = repairPage(
    frame,
    { bank: item.bank, person },
    visit.update?.selectAccounts === true ? selection : null,
  );
  return page(c, sandbox, html, isNoneChosen ? 422 : 200);
}

function finishRepair(
  c: SandboxContext,
  sandbox: Sandbox,
  visit: LinkVisit,
  form: URLSearchParams,
): Response {
  const found = itemOf(sandbox, visit);
  if (found === null || found.isDown) return showRepair(c, sandbox, visit, form);
  const { item } = found;
  if (visit.update?.selectAccounts === true) {
    const known = accountsAt(item.seed.bank, item.seed.person).map(({ key }) => key);
    const accounts = known.filter((key) => form.getAll("account").includes(key));
    if (accounts.length === 0) return showRepair(c, sandbox, visit, form, true);
    item.apply([{ kind: "share", accounts }]);
  }
  item.update(() => ({ repairedAtMs: sandbox.nowMs(), consentExpiresAtMs: null }));
  return c.redirect(backTo(visit, { repaired: item.itemId }), 303);
}

/** Returns the Item of an update; null if it can no longer be repaired. */
function itemOf(sandbox: Sandbox, visit: LinkVisit): { item: Item; isDown: boolean } | null {
  if (visit.update === null) return null;
  const item = sandbox.items.open(visit.update.seed);
  const code = sandbox.items.conditionOf(item)?.problem.error_code;
  if (code === "ITEM_NOT_FOUND" || code === "USER_PERMISSION_REVOKED") return null;
  return { item, isDown: code === "INSTITUTION_DOWN" };
}

/** Returns the content of a link token; null if it is missing, forged or expired. */
function readVisit(sandbox: Sandbox, query: URLSearchParams): LinkVisit | null {
  const visit = sandbox.tokens.readLinkToken(query.get("link_token") ?? "");
  return visit !== null && visit.expiresAtMs > sandbox.nowMs() ? visit : null;
}

function frameOf(visit: LinkVisit, query: URLSearchParams): LinkFrame {
  const linkToken = query.get("link_token") ?? "";
  return { linkToken, cancelHref: backTo(visit, { link_canceled: "1" }) };
}

/** Returns the site's address for a visit's result. Link tokens contain only addresses of the site. */
function backTo({ redirectUri }: LinkVisit, result: Record<string, string>): string {
  const query = new URLSearchParams(result).toString();
  const base = redirectUri ?? ownPage;
  return `${base}${base.includes("?") ? "&" : "?"}${query}`;
}

function badVisit(c: SandboxContext, sandbox: Sandbox): Response {
  const text = "This page timed out or has the wrong address. Go back and start again.";
  return page(c, sandbox, linkMessagePage("This link has expired", text, ownPage), 400);
}

function page(c: SandboxContext, sandbox: Sandbox, html: string, status: ContentfulStatusCode): Response {
  const policy = sandboxPagePolicy(sandbox.siteOrigins());
  return c.html(html, status, { "content-security-policy": policy, "referrer-policy": "no-referrer" });
}
