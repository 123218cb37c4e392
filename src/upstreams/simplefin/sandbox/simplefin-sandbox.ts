import { Hono, type Context } from "hono";
import { sandboxPagePolicy, sandboxAccents, sandboxPageOf, sandboxStylesheet } from "#shared/sandbox-page.ts";
import { createMemoryStore, type RecordStore } from "#shared/record-store.ts";
import { siblingOrigins } from "#shared/sibling-origins.ts";
import { escapeHtml } from "#shared/text/html.ts";
import { simpleFinSandboxClient } from "../simplefin-sandbox-client.ts";
import { accountSetOf, wantsSignIn, type AccountsQuery } from "./bridge-answers.ts";
import { createBridgeLinks, type BridgeLinks } from "./bridge-links.ts";
import { bridgeConditions, type BridgeCondition, type LinkState } from "./bridge-state.ts";
import { bridgeConnections } from "./bridge-household.ts";

type SandboxOptions = {
  /** The site's public origin; read at each request, because the port may vary. */
  origin: () => string;
  now?: () => Date;
  /** Keeps links; by default in memory, until the process ends. */
  store?: RecordStore<LinkState>;
};

/**
 * Creates a sandbox of a SimpleFIN server (protocol versions 1 and 2) with an invented household at two banks, under
 * `/sandbox/simplefin`. `links` is its state, for tests.
 */
export function createSimpleFinSandbox({
  origin,
  now = () => new Date(),
  store = createMemoryStore(),
}: SandboxOptions): { app: Hono; links: BridgeLinks } {
  const nowMs = () => now().getTime();
  const links = createBridgeLinks({ store, path: simpleFinSandboxClient.path, nowMs });
  const app = new Hono().basePath(simpleFinSandboxClient.path);
  app.use(async (c, next) => {
    await next();
    c.header("cache-control", "no-store");
  });
  mountPages(app, { links, origin, nowMs });
  app.get("/info", (c) => c.json({ versions: ["2.0", "1.0"] }));
  app.post("/claim/:linkId", (c) => {
    const accessUrl = links.claim(c.req.param("linkId"), origin());
    return accessUrl === null ? c.text("Forbidden", 403) : c.text(accessUrl);
  });
  app.get("/accounts", (c) => {
    const link = links.open(c.req.header("authorization"));
    if (link === null) return c.text("Forbidden", 403);
    const refusal = refusals[link.state.condition];
    if (refusal !== undefined) return c.text(refusal.words, refusal.status);
    if (!links.count(link.linkId)) return c.text("Too many requests today", 429);
    return c.json(accountSetOf({ ...link, nowMs: nowMs() }, readQuery(new URL(c.req.url).searchParams)));
  });
  return { app, links };
}

type Pages = { links: BridgeLinks; origin: () => string; nowMs: () => number };

function mountPages(app: Hono, { links, origin, nowMs }: Pages): void {
  const show = (c: Context, html: string) => {
    c.header("content-security-policy", sandboxPagePolicy(siblingOrigins(origin())));
    c.header("referrer-policy", "no-referrer");
    return c.html(html);
  };
  const waiting = () => links.all().filter(({ state }) => wantsSignIn({ state, nowMs: nowMs() }));
  app.get("/bridge.css", (c) => c.body(...bridgeStylesheet));
  app.get("/create", (c) => show(c, createPage()));
  app.post("/create", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    return show(c, tokenPage(links.make(readCondition(form.get("condition")), origin()).setupToken));
  });
  app.get("/banks", (c) => show(c, banksPage(waiting().length)));
  app.post("/banks", (c) => {
    for (const { linkId } of waiting()) links.change(linkId, { signedInAtMs: nowMs() });
    return c.redirect(`${origin()}${simpleFinSandboxClient.banksPath}`, 303);
  });
}

const refusals: Partial<Record<BridgeCondition, { status: 402 | 403 | 429 | 503; words: string }>> = {
  unpaid: { status: 402, words: "Payment required" },
  revoked: { status: 403, words: "Forbidden" },
  busy: { status: 429, words: "Too many requests today" },
  down: { status: 503, words: "Service unavailable" },
};

function readCondition(text: string | null): BridgeCondition {
  return bridgeConditions.find((condition) => condition === text) ?? "none";
}

function readQuery(query: URLSearchParams): AccountsQuery {
  const seconds = (name: string) => {
    const text = query.get(name);
    return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null;
  };
  return {
    version: query.get("version") === "2" ? 2 : 1,
    startsAt: seconds("start-date"),
    endsAt: seconds("end-date"),
    // Like the Bridge, which looks only for the parameter, so that pending=0 counts, too.
    withPending: query.has("pending"),
    balancesOnly: query.get("balances-only") === "1",
    accounts: query.getAll("account"),
  };
}

const layout = sandboxPageOf({
  name: "Sandbox SimpleFIN",
  stylesheetHref: `${simpleFinSandboxClient.path}/bridge.css`,
});

const invented =
  "This is the site’s own sandbox, not SimpleFIN. The banks and the money are invented, and it costs nothing.";

const conditionNotes: Record<BridgeCondition, [label: string, note: string]> = {
  none: ["Everything works", "Two banks with 200 days of transactions."],
  "sign-in": ["A bank wants a new sign-in", "After 20 seconds, one of the two banks has to be repaired."],
  incomplete: ["An account is incomplete", "Transactions of the savings account are missing."],
  renumbering: ["Transactions are renumbered", "Every day, all transactions get new IDs."],
  "version-1": ["An older server", "Answers in version 1 of the protocol."],
  unpaid: ["The subscription has ended", "Answers that a payment is required."],
  busy: ["Too many calls", "Refuses calls until tomorrow."],
  down: ["The server is down", "Answers with errors."],
  revoked: ["Access is revoked", "Accepts the token, but no later call."],
};

/** Renders the page on which a person makes a setup token. */
function createPage(): string {
  const choices = Object.entries(conditionNotes).map(
    ([condition, [label, note]]) =>
      `<li><label class="choice"><input type="radio" name="condition" value="${condition}"${condition === "none" ? " checked" : ""}>` +
      `<span class="what"><strong>${escapeHtml(label)}</strong><span>${escapeHtml(note)}</span></span></label></li>`,
  );
  return layout(
    "Make a setup token",
    `<p>${invented}</p><form method="post" action="${simpleFinSandboxClient.createPath}">` +
      `<fieldset><legend>How should it behave?</legend><ul>${choices.join("")}</ul></fieldset>` +
      `<div class="actions"><button class="main">Make a token</button></div></form>`,
  );
}

/** Renders the page with a new setup token. */
function tokenPage(setupToken: string): string {
  return layout(
    "Your setup token",
    `<p>Copy this token and paste it on the site’s Accounts page. It works once.</p>` +
      `<label for="token">Setup token</label><textarea id="token" readonly rows="4">${escapeHtml(setupToken)}</textarea>`,
  );
}

/** Renders the page on which a person signs in to a bank again. */
function banksPage(waiting: number): string {
  const { name } = bridgeConnections.harborstone;
  const rest =
    waiting === 0
      ? "<p>All banks are connected.</p>"
      : `<p>${escapeHtml(name)} wants you to sign in again.</p>` +
        `<form method="post" action="${simpleFinSandboxClient.banksPath}"><div class="actions"><button class="main">Sign in to ${escapeHtml(name)}</button></div></form>`;
  return layout("Your banks", `<p>${invented}</p>${rest}`);
}

const bridgeStylesheet = sandboxStylesheet(
  sandboxAccents.teal,
  `label[for] { display: block; margin-bottom: .5rem; font-weight: 600; }
textarea { width: 100%; padding: .75rem; font: .875rem/1.5 ui-monospace, monospace; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 4px; resize: vertical; }`,
);
