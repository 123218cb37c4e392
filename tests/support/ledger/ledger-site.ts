import { sql } from "drizzle-orm";
import { z } from "zod";
import { createTestUser } from "../factories/auth-factory.ts";
import { createTestAccessItem, type TestAccessItem } from "../factories/access-item-factory.ts";
import { createBankAddress } from "#features/institutions/server/linking/bank-address.ts";
import { bankJobs } from "#features/institutions/server/sync/bank-jobs.ts";
import { measureBanks } from "#features/institutions/server/bank-metrics.ts";
import { registerBankWork } from "#features/institutions/server/sync/bank-work.ts";
import { ItemRemoval } from "#features/institutions/server/item-removal.ts";
import { ItemStore } from "#features/institutions/server/item-store.ts";
import { ItemSync } from "#features/institutions/server/sync/item-sync.ts";
import { createPlaidSource } from "#features/institutions/server/sources/plaid-source.ts";
import { createSimpleFinSource } from "#features/institutions/server/sources/simplefin-source.ts";
import { PendingLinkStore } from "#features/institutions/server/linking/pending-link-store.ts";
import { WebhookHandler } from "#features/institutions/server/webhooks/webhook-handler.ts";
import { WebhookInbox } from "#features/institutions/server/webhooks/webhook-inbox.ts";
import { createTestMarks, type Mark } from "../factories/marks-factory.ts";
import type { Database } from "#server/database/db.ts";
import type { Kernel } from "#server/feature.ts";
import { createHttpClient } from "#server/upstreams/http-client.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { createMetrics } from "#server/metrics.ts";
import { createPlaidBank } from "#upstreams/plaid/index.ts";
import { createSimpleFin } from "#upstreams/simplefin/index.ts";
import { plaidSandboxClient } from "#upstreams/plaid/plaid-sandbox-client.ts";
import { createDrivenBank } from "../stand-ins/bank-control/bank-control.ts";
import { createKillableDatabase } from "../breakage/killable-database.ts";
import { createTestApp } from "../test-app.ts";

const origin = "http://localhost:3000";
const address = { selfOrigin: () => origin, internalOrigin: () => origin };
/** So few rows per page that lists always take several. */
const rowsPerPage = 2;
const hourMs = 60 * 60_000;

/** Runs instead of, or before, the bank's response to one page of its list. */
export type AtPage = () => Promise<"answer" | "fail"> | "answer" | "fail";

export type SignedWebhook = { text: string; headers: Record<string, string> };

/** A person with a linked bank of two empty deposit accounts, and what edits refer to. */
export type LedgerPerson = TestAccessItem & {
  userId: string;
  cookie: string;
  /** The bank's id. */
  itemId: string;
  marks: Pick<Awaited<ReturnType<typeof createTestMarks>>, "budgetId" | "categoryId" | "incomeSourceId">;
};

export type LedgerSite = ReturnType<typeof createLedgerSite>;

/**
 * Creates the site on a real database, its sync engine and the sandbox bank, on one clock that only moves on request. The
 * server can be killed and restarted; jobs run on `work`; pages of a list are short, and pauses take no time.
 */
export function createLedgerSite(real: Database) {
  const clock = { nowMs: Date.parse("2026-11-21T17:00:00Z") };
  const now = () => new Date(clock.nowMs);
  const database = createKillableDatabase(real);
  const pages: AtPage[] = [];
  const sandbox = createDrivenBank({ origin: () => origin, now, wait: async () => {} });

  async function askBank(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.pathname !== `${plaidSandboxClient.path}/transactions/sync`)
      return sandbox.app.request(url.href, init);
    if (database.isDead()) throw new TypeError("a dead server asks nobody");
    const what = (await pages.shift()?.()) ?? "answer";
    if (what === "fail") throw new TypeError("the line is dead");
    const body = z.record(z.string(), z.unknown()).parse(await new Request(url, init).json());
    return sandbox.app.request(url.href, {
      ...init,
      body: JSON.stringify({ ...body, count: rowsPerPage }),
    });
  }

  const app = createTestApp(database, { now, fetch: askBank });
  const jobs = createEngine({ ...app.kernel, fetch: askBank });

  /** Restarts the server after a kill, with the dead one's holds expired. */
  async function startAnew(): Promise<void> {
    database.startAnew();
    pages.length = 0;
    await real.unsafeDb.execute(
      sql`update jobs set held_until = now() - interval '1 second' where holder is not null`,
    );
  }

  return {
    database,
    control: sandbox.control,
    /** Behavior of the next pages, in order. */
    pages,
    startAnew,
    pass: (ms: number) => void (clock.nowMs += ms),

    async person(): Promise<LedgerPerson> {
      const { userId, cookie } = await createTestUser(real, { now });
      const publicToken = sandbox.control.link({
        behavior: "empty",
        accounts: ["checking", "savings"],
      });
      const link = await exchange(sandbox, publicToken);
      const bankAccounts = sandbox.control.truth(link.itemId).accounts;
      const item = await createTestAccessItem(real, userId, {
        link: { ...link, secretKey: app.kernel.secretKey },
        accounts: bankAccounts.map((account) => ({ providerAccountId: account.account_id })),
        item: { createdAt: now(), webhookUrl: `${origin}/api/PlaidWebhook` },
      });
      const marks = await createTestMarks(real, { userId, ...item });
      return { userId, cookie, itemId: link.itemId, ...item, marks };
    },

    signWebhook: (itemId: string, code: WebhookCode): Promise<SignedWebhook> =>
      sandbox.control.signWebhook(sandbox.control.webhookBody(itemId, code)),

    /** Delivers a webhook and returns the status that the bank gets. */
    async deliver({ text, headers }: SignedWebhook): Promise<number> {
      const response = await app.request("/api/PlaidWebhook", { method: "POST", body: text, headers });
      return response.status;
    },

    /** Runs everything that is due; a server that dies doing it is replaced. */
    async work(): Promise<void> {
      for (;;) {
        try {
          const runs = await jobs.runDue();
          if (!database.isDead() && runs === 0) return;
        } catch (error) {
          if (!database.isDead()) throw error;
        }
        if (database.isDead()) await startAnew();
      }
    },

    /** Requests a sync like the daily pass. */
    async ask({ institutionAccessItemId }: { institutionAccessItemId: number }): Promise<void> {
      const key = String(institutionAccessItemId);
      await real.unsafeDb.transaction((tx) => jobs.enqueue(tx, { kind: bankJobs.sync, key }));
    },

    /** Edits a row like the screens do; true if the server acknowledged it. */
    async mark(person: LedgerPerson, mark: Mark, row: MarkedRow): Promise<boolean> {
      const { path, body } = callOf(person, mark, row);
      const response = await app.post(path, body, { cookie: person.cookie });
      return response.status === 200;
    },

    /** Lets enough time pass for every delayed job. */
    passUntilQuiet: () => void (clock.nowMs += 3 * hourMs),
  };
}

type WebhookCode = Parameters<ReturnType<typeof createDrivenBank>["control"]["webhookBody"]>[1];

/** A ledger row as a person sees it; `amount` in units. */
export type MarkedRow = {
  transactionId: number;
  amount: number;
  accountId: number;
  date: string;
  name: string;
};

function callOf({ marks }: LedgerPerson, mark: Mark, row: MarkedRow): { path: string; body: unknown } {
  const { transactionId, amount } = row;
  const { budgetId, categoryId, incomeSourceId } = marks;
  switch (mark) {
    case "category":
      return {
        path: "/api/BulkUpdateTransactionCategory",
        body: [{ transactionId, financialCategoryId: categoryId, budgetId }],
      };
    case "kind":
      return { path: "/api/SetTransactionKinds", body: [{ transactionId, kind: "spending" }] };
    case "exemption":
      return { path: "/api/SetExcludedTransaction", body: { transactionId, budgetId } };
    case "parts": {
      const rest = Math.round(amount * 100 - 1) / 100;
      const parts = [
        { amount: 0.01, financialCategoryId: categoryId },
        { amount: rest, financialCategoryId: -1, leftOut: true },
      ];
      return { path: "/api/SplitTransaction", body: { transactionId, parts } };
    }
    case "note":
      return { path: "/api/SaveTransaction", body: { ...row, note: "With friends" } };
    case "tag":
      return { path: "/api/SetTransactionTags", body: { transactionIds: [transactionId], add: ["Trip"] } };
    default:
      return {
        path: "/api/SaveIncomePayment",
        body: { incomePaymentId: 0, transactionId, incomeSourceId, amount, isManualAdjustment: false },
      };
  }
}

/** Creates the site's own bank jobs, without the pauses between attempts. */
function createEngine(site: Kernel) {
  const kernel: Kernel = { ...site, metrics: createMetrics({ processMetrics: false }) };
  const jobs = createJobs(kernel);
  const http = createHttpClient({
    fetch: kernel.fetch,
    log: kernel.log,
    metrics: kernel.metrics,
    userAgent: "Folio (test)",
    upstream: "plaid",
  });
  const bank = createPlaidBank({ http, ...kernel }, address);
  const items = new ItemStore({ kernel, jobs });
  const pendings = new PendingLinkStore(kernel, jobs);
  const inbox = new WebhookInbox(kernel, jobs);
  const sources = {
    plaid: createPlaidSource({
      kernel,
      bank,
      address: createBankAddress(kernel, address),
      items,
      sleep: async () => {},
    }),
    simplefin: createSimpleFinSource({ kernel, server: createSimpleFin({ http, mode: "sandbox" }, address) }),
  };
  const metrics = measureBanks(kernel, () => items.countStates());
  registerBankWork({
    kernel,
    jobs,
    items,
    pendings,
    inbox,
    sync: new ItemSync({ kernel, sources, items, metrics, onImport: async () => {} }),
    removal: new ItemRemoval({ kernel, sources, items, pendings }),
    webhooks: new WebhookHandler({ kernel, bank, items, inbox, metrics }),
  });
  return jobs;
}

async function exchange(
  { app }: Pick<ReturnType<typeof createDrivenBank>, "app">,
  publicToken: string,
): Promise<{ itemId: string; accessToken: string }> {
  const { path, clientId, secret } = plaidSandboxClient;
  const response = await app.request(`${origin}${path}/item/public_token/exchange`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: clientId, secret, public_token: publicToken }),
  });
  const answer = z.object({ item_id: z.string(), access_token: z.string() }).parse(await response.json());
  return { itemId: answer.item_id, accessToken: answer.access_token };
}
