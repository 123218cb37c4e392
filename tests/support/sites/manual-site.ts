import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Database } from "#server/database/db.ts";
import { createTestUser, liveTestSettings } from "../factories/auth-factory.ts";
import { createCalls } from "../calls.ts";
import { createTestApp, type TestApp } from "../test-app.ts";

type ManualAccount = { accountId: number; institutionAccessItemId: number };

/** A person without any bank link, at noon on November 21, 2026, and calls in their name; of a site with live banks, or the sandbox. */
export async function createManualSite(database: Database, { isLive = false }: { isLive?: boolean } = {}) {
  const clock = { now: new Date("2026-11-21T12:00:00Z") };
  const now = () => clock.now;
  const environment = isLive ? { ...liveTestSettings, PLAID_CLIENT_ID: "id", PLAID_SECRET: "secret" } : {};
  const site: TestApp = createTestApp(database, { now, environment });
  const identity = { objectId: randomUUID(), mode: isLive ? "live" : "sandbox", now } as const;
  const person = await createTestUser(database, identity);

  // A new sign-in changes the cookie.
  const calls = () => createCalls(site, person.cookie);
  const post = (name: string, body: object, as?: string) => calls().post<unknown>(`/api/${name}`, body, as);

  /** Posts, and returns the answer's data as the schema has it. */
  async function made<Data>(name: string, body: object, schema: z.ZodType<Data>): Promise<Data> {
    const { data, errors } = await post(name, body);
    if (errors !== null) throw new Error(`${name}: ${JSON.stringify(errors)}`);
    return schema.parse(data);
  }

  async function read<Data>(path: string, schema: z.ZodType<Data>): Promise<Data> {
    return schema.parse((await calls().get(`/api/${path}`)).data);
  }

  return {
    site,
    person,
    /** Sets the time, and signs in again. */
    async moveTo(instant: string) {
      clock.now = new Date(instant);
      person.cookie = (await createTestUser(database, identity)).cookie;
    },
    post,
    made,
    read,
    /** Fields of a new account. */
    accountOf: (fields: object = {}) => ({
      accountId: "",
      institutionName: "Harbor Credit Union",
      name: "Everyday",
      type: "checking",
      isoCurrencyCode: "USD",
      openingBalance: 1000,
      openingDate: "2026-11-01",
      ...fields,
    }),
    addAccount(fields: object = {}): Promise<ManualAccount> {
      return made("SaveManualAccount", this.accountOf(fields), accountRefSchema);
    },
    /** Types a transaction, on November 10 unless said, and returns its id. */
    async type(accountId: number, amount: number, name: string, fields: object = {}): Promise<number> {
      const body = { transactionId: 0, accountId, date: "2026-11-10", amount, name, ...fields };
      const saved = await made(
        "SaveTransaction",
        { requestId: randomUUID(), ...body },
        z.object({ transactionId: z.int() }),
      );
      return saved.transactionId;
    },
    /** The rows of all accounts, oldest first. */
    rows: async () =>
      (await read("GetLedger?sort=date&direction=asc", z.object({ transactions: z.array(rowSchema) })))
        .transactions,
    banks: () => read("GetUserAccessItems", z.array(bankSchema)),
  };
}

const accountRefSchema = z.object({ accountId: z.int(), institutionAccessItemId: z.int() });

const rowSchema = z.object({
  transactionId: z.int(),
  transaction_id: z.string(),
  date: z.string(),
  payee: z.string(),
  name: z.string(),
  amount: z.number(),
  source: z.string(),
  kind: z.string(),
  kindSource: z.string(),
  categorySource: z.string(),
  why: z.string(),
  category: z.object({ financialCategoryId: z.int(), name: z.string() }).nullable(),
  account: z.object({ accountId: z.int() }),
  transferPair: z.object({ transactionId: z.int() }).nullable(),
});

const accountSchema = z.object({
  accountId: z.int(),
  name: z.string(),
  type: z.string(),
  subtype: z.string().nullable(),
  currentBalance: z.number().nullable(),
  isoCurrencyCode: z.string(),
  opening: z.object({ balance: z.number(), date: z.string() }).optional(),
});

const bankSchema = z.object({
  institutionAccessItemId: z.int(),
  institution: z.object({ name: z.string() }),
  item: z.object({ state: z.string(), transactionCount: z.int() }),
  accounts: z.array(accountSchema),
  closedAccounts: z.array(accountSchema).optional(),
});

export type ManualSite = Awaited<ReturnType<typeof createManualSite>>;
