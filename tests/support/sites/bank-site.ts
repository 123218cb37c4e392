import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { createTestUser } from "../factories/auth-factory.ts";
import type { AccessItemView } from "#features/institutions/contract.ts";
import { bankJobs } from "#features/institutions/server/sync/bank-jobs.ts";
import { institutionAccessItems as items } from "#server/tables/institution-tables.ts";
import { budgetDrafts } from "#server/tables/budget-tables.ts";
import type { Database } from "#server/database/db.ts";
import { plaidSandboxClient } from "#upstreams/plaid/plaid-sandbox-client.ts";
import { createCalls, type Answer } from "../calls.ts";
import { createDrivenBank, type BankControl } from "../stand-ins/bank-control/bank-control.ts";
import { createTestApp, type TestApp } from "../test-app.ts";

const origin = "http://localhost:3000";
const bankPath = plaidSandboxClient.path;

type LinkOptions = Parameters<BankControl["link"]>[0];

/** A signed-in person. */
export type Person = {
  userId: string;
  cookie: string;
  get: <Data = AccessItemView>(path: string) => Promise<Answer<Data>>;
  post: <Data = AccessItemView>(path: string, body: unknown) => Promise<Answer<Data>>;
};

/** Answers instead of the bank; undefined lets the sandbox answer. */
export type Interception = (call: {
  path: string;
  body: Record<string, unknown>;
}) => Promise<Response> | undefined;

export type BankSite = ReturnType<typeof createBankSite>;

/**
 * Creates the site on a real database with the sandbox bank, both on one clock that only moves on request. `servers` is the
 * number of servers on the database. Jobs run when a test calls `settle`.
 */
export function createBankSite(
  database: Database,
  options: { servers?: number; environment?: Record<string, string>; startsReadyAfterMs?: number } = {},
) {
  const clock = { nowMs: Date.parse("2026-11-21T17:00:00Z") };
  const now = () => new Date(clock.nowMs);
  /** Access tokens issued by the bank, which must never appear anywhere else. */
  const accessTokens: string[] = [];
  const calls: { path: string; body: Record<string, unknown> }[] = [];
  let intercept: Interception | null = null;

  const sandbox = createDrivenBank({
    origin: () => origin,
    now,
    wait: async () => {},
    fetch: (input, init) =>
      server().request(new URL(input instanceof Request ? input.url : input).pathname, init),
    ...(options.startsReadyAfterMs === undefined
      ? {}
      : { timing: { initialUpdateMs: options.startsReadyAfterMs } }),
  });

  async function askBank(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input);
    const path = url.pathname.slice(bankPath.length);
    const body = z.record(z.string(), z.unknown()).parse(await new Request(url, init).json());
    calls.push({ path, body });
    const response = await (intercept?.({ path, body }) ?? sandbox.app.request(url.href, init));
    if (path === "/item/public_token/exchange" && response.ok)
      accessTokens.push(
        z.object({ access_token: z.string() }).parse(await response.clone().json()).access_token,
      );
    return response;
  }

  /** Returns the sandbox's own answer to a call. */
  async function askSandbox(path: string, body: object): Promise<Response> {
    const { clientId, secret } = plaidSandboxClient;
    return sandbox.app.request(`${origin}${bankPath}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_id: clientId, secret, ...body }),
    });
  }

  const servers: TestApp[] = Array.from({ length: options.servers ?? 1 }, () =>
    createTestApp(database, {
      now,
      fetch: askBank,
      ...(options.environment === undefined ? {} : { environment: options.environment }),
    }),
  );
  function server(index = 0): TestApp {
    const found = servers[index];
    if (found === undefined) throw new Error(`there is no server ${index}`);
    return found;
  }

  async function settle(): Promise<void> {
    do await sandbox.control.settled();
    while ((await server().jobs.runDue()) > 0);
  }

  return {
    server,
    clock,
    now,
    control: sandbox.control,
    accessTokens,
    calls,
    settle,
    askSandbox,
    intercept: (answer: Interception | null) => void (intercept = answer),
    /** Returns the row of a linked bank. */
    async row(id: number) {
      const [found] = await database.unsafeDb
        .select()
        .from(items)
        .where(eq(items.institutionAccessItemId, id));
      return found;
    },
    /** Runs a sync, bypassing the refresh limit. */
    async sync(id: number): Promise<void> {
      await database.unsafeDb.transaction((tx) =>
        server().jobs.enqueue(tx, { kind: bankJobs.sync, key: String(id) }),
      );
      await settle();
    },
    /** Lets time pass for the site and the bank, and runs what is due. */
    async pass(ms: number): Promise<void> {
      clock.nowMs += ms;
      await settle();
    },
    signIn: (on = 0) => signIn(server(on), database, now),
    /** Signs in a person whose banks make no draft budget, because they once had one. */
    async signInLater(on = 0): Promise<Person> {
      const person = await signIn(server(on), database, now);
      await database.unsafeDb.insert(budgetDrafts).values({ ...person, mode: "sandbox", draftedAt: now() });
      return person;
    },
    /** Links a bank completely and returns our id and the bank's. */
    async link(person: Person, options: LinkOptions = {}): Promise<{ id: number; itemId: string }> {
      const webhook = `${origin}/api/PlaidWebhook`;
      const publicToken = sandbox.control.link({ webhook, days: 60, ...options });
      const { status, data, errors } = await person.post("/api/SetInstitutionAccessToken", {
        public_token: publicToken,
      });
      if (status !== 200) throw new Error(`linking answered ${status} ${JSON.stringify(errors)}`);
      await settle();
      const id = data.institutionAccessItemId;
      return { id, itemId: await itemIdOf(database, id) };
    },
    /** Returns both sides' rows, which match if the ledger has exactly what the bank lists. */
    async ledgerFits(itemId: string): Promise<{ ours: string[]; banks: string[] }> {
      const rows = await ledgerOf(database, itemId);
      const { transactions } = sandbox.control.truth(itemId);
      return {
        ours: rows.toSorted(),
        banks: transactions
          .map((row) => `${row.transaction_id} ${row.amount.toFixed(2)} ${row.date} ${String(row.pending)}`)
          .toSorted(),
      };
    },
    everythingLogged: () => servers.map(({ logged }) => JSON.stringify(logged)).join(""),
  };
}

/** Creates a bank's answer. */
export function answerWith(
  text: string,
  status = 200,
  headers: Record<string, string> = {},
): Promise<Response> {
  const all = { "content-type": "application/json", ...headers };
  return Promise.resolve(new Response(text, { status, headers: all }));
}

async function signIn(app: TestApp, database: Database, now: () => Date): Promise<Person> {
  const { userId, cookie } = await createTestUser(database, { now });
  return { userId, cookie, ...createCalls(app, cookie) };
}

async function itemIdOf(database: Database, id: number): Promise<string> {
  const { rows } = await database.unsafeDb.execute<{ item: string }>(
    sql`select item_id as item from institution_access_items where institution_access_item_id = ${id}`,
  );
  return rows[0]?.item ?? "";
}

/** Returns the ledger's state of the bank's rows: id, Plaid's own amount, date, pending. */
async function ledgerOf(database: Database, itemId: string): Promise<string[]> {
  const { rows } = await database.unsafeDb.execute<{ line: string }>(sql`
    select concat_ws(' ', p.provider_transaction_id, to_char(p.raw_amount, 'FM999999990.00'), t.date, t.pending::text) as line
    from provider_transactions p
    join transactions t on t.transaction_id = p.transaction_id
    join institution_access_items i on i.institution_access_item_id = t.institution_access_item_id
    where i.item_id = ${itemId} and p.removed_at is null and t.removed_by_bank_at is null`);
  return rows.map(({ line }) => line);
}
