import { sql } from "drizzle-orm";
import { z } from "zod";
import type { AccessItemView } from "#features/institutions/contract.ts";
import { bankJobs } from "#features/institutions/server/sync/bank-jobs.ts";
import type { Database } from "#server/database/db.ts";
import { budgetDrafts } from "#server/tables/budget-tables.ts";
import { simpleFinSandboxClient } from "#upstreams/simplefin/simplefin-sandbox-client.ts";
import type { BridgeCondition } from "#upstreams/simplefin/sandbox/bridge-state.ts";
import { createSimpleFinSandbox } from "#upstreams/simplefin/sandbox/simplefin-sandbox.ts";
import { runRepeated } from "../repeated-work.ts";
import { createTestUser } from "../factories/auth-factory.ts";
import { createTestApp, type TestApp } from "../test-app.ts";

const accountSchema = z.looseObject({ transactions: z.array(z.looseObject({ id: z.string() })) });
const origin = "http://localhost:3000";
const dayMs = 86_400_000;

type Answer<Data> = {
  status: number;
  data: Data;
  errors: Record<string, string[]> | null;
  retryAfter: string | null;
};

/** A signed-in person. */
export type SimpleFinPerson = {
  userId: string;
  cookie: string;
  get: <Data = AccessItemView>(path: string) => Promise<Answer<Data>>;
  post: <Data = AccessItemView>(path: string, body: unknown) => Promise<Answer<Data>>;
};

/** A row of the ledger as a test sees it. */
export type SimpleFinRow = {
  id: number;
  fact: string;
  account: string;
  date: string;
  amount: number;
  name: string;
  pending: boolean;
  removed: boolean;
};

export type SimpleFinSite = ReturnType<typeof createSimpleFinSite>;

/**
 * Creates the site on a real database with the sandbox's SimpleFIN server, both on one clock that only moves on request. Jobs run
 * when a test calls `settle`. `calls` are the paths and queries that the server was asked.
 */
export function createSimpleFinSite(database: Database) {
  const clock = { nowMs: Date.parse("2026-11-21T17:00:00Z") };
  const now = () => new Date(clock.nowMs);
  const calls: string[] = [];
  const cookies: string[] = [];
  let intercept: ((url: URL) => Response | undefined) | null = null;
  let leavesOut: ((id: string) => boolean) | null = null;
  const sandbox = createSimpleFinSandbox({ origin: () => origin, now });
  const app: TestApp = createTestApp(database, {
    now,
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      calls.push(`${url.pathname.slice(simpleFinSandboxClient.path.length)}${url.search}`);
      return intercept?.(url) ?? edited(await sandbox.app.request(url.href, init));
    },
  });

  async function edited(answer: Response): Promise<Response> {
    const isOut = leavesOut;
    if (isOut === null || !answer.ok) return answer;
    const set = z.looseObject({ accounts: z.array(accountSchema) }).parse(await answer.json());
    for (const account of set.accounts)
      account.transactions = account.transactions.filter(({ id }) => !isOut(id));
    return Response.json(set);
  }

  async function settle(): Promise<void> {
    while ((await app.jobs.runDue()) > 0);
  }

  async function sync(id: number): Promise<void> {
    await database.unsafeDb.transaction((tx) =>
      app.jobs.enqueue(tx, { kind: bankJobs.sync, key: String(id) }),
    );
    await settle();
  }

  return {
    app,
    clock,
    now,
    calls,
    links: sandbox.links,
    settle,
    sync,
    intercept: (answer: typeof intercept) => void (intercept = answer),
    /** Leaves rows out of the server's answers; null lets them all through. */
    leaveOut: (isOut: typeof leavesOut) => void (leavesOut = isOut),
    /** Runs the daily job, as it runs once a day. */
    runDaily: async (): Promise<void> => void (await runRepeated(database, app.jobs, bankJobs.daily)),
    /** Lets days pass for the site and the bank, and syncs a bank after each. Sessions are used, so that they last. */
    async passDays(id: number, days: number): Promise<void> {
      for (let day = 0; day < days; day += 1) {
        for (let quarter = 0; quarter < 4; quarter += 1) {
          clock.nowMs += dayMs / 4;
          for (const cookie of cookies) await app.request("/api/GetUserAccessItems", { headers: { cookie } });
        }
        await sync(id);
      }
    },
    async signIn(): Promise<SimpleFinPerson> {
      const { userId, cookie } = await createTestUser(database, { now });
      // A bank makes no draft budget for somebody who once had one.
      await database.unsafeDb.insert(budgetDrafts).values({ userId, mode: "sandbox", draftedAt: now() });
      cookies.push(cookie);
      return personOf(app, { userId, cookie });
    },
    makeToken: (condition: BridgeCondition = "none") => sandbox.links.make(condition, origin),
    /** Links a household completely. */
    async link(
      person: SimpleFinPerson,
      condition: BridgeCondition = "none",
    ): Promise<{ id: number; linkId: string }> {
      const { linkId, setupToken } = sandbox.links.make(condition, origin);
      const { status, data, errors } = await person.post("/api/LinkSimpleFin", { setupToken });
      if (status !== 200) throw new Error(`linking answered ${status} ${JSON.stringify(errors)}`);
      await settle();
      return { id: data.institutionAccessItemId, linkId };
    },
    /** Returns the rows of a bank, by day and id. */
    async ledger(id: number): Promise<SimpleFinRow[]> {
      const { rows } = await database.unsafeDb.execute<SimpleFinRow>(sql`
        select t.transaction_id as id, coalesce(p.provider_transaction_id, '') as fact, a.name as account, t.date::text,
          t.amount::int, t.name, t.pending, t.removed_by_bank_at is not null as removed
        from transactions t
        join accounts a on a.account_id = t.account_id
        left join provider_transactions p on p.transaction_id = t.transaction_id and p.removed_at is null
        where t.institution_access_item_id = ${id} order by t.date, t.transaction_id`);
      return rows;
    },
    everythingLogged: () => JSON.stringify(app.logged),
  };
}

function personOf(app: TestApp, { userId, cookie }: { userId: string; cookie: string }): SimpleFinPerson {
  async function read<Data>(response: Response): Promise<Answer<Data>> {
    const body = (await response.json()) as { data: Data; errors: Answer<Data>["errors"] };
    const retryAfter = response.headers.get("retry-after");
    return { status: response.status, data: body.data, errors: body.errors, retryAfter };
  }
  return {
    userId,
    cookie,
    get: async (path) => read(await app.request(path, { headers: { cookie } })),
    post: async (path, body) => read(await app.post(path, body, { cookie })),
  };
}
