import { createTestUser } from "../factories/auth-factory.ts";
import { sessions } from "#server/tables/auth-tables.ts";
import type { IncomeSourceView } from "#features/income/contract.ts";
import { createTestAccessItem } from "../factories/access-item-factory.ts";
import { createTestTransactions, type TestTransaction } from "../factories/transaction-factory.ts";
import { createCalls, type Answer, type Calls } from "../calls.ts";
import type { Database } from "#server/database/db.ts";
import { createTestApp, type TestApp } from "../test-app.ts";

/** A bank account of the person, and its institution. */
export type IncomeAccount = {
  userId: string;
  institutionAccessItemId: number;
  accountId: number;
  isoCurrencyCode?: string;
  providerAccountId: string;
};

/** The site with a signed-in person who has a bank account, for tests of income over HTTP. */
export type IncomeSite = Calls & {
  app: TestApp;
  userId: string;
  cookie: string;
  itemId: number;
  account: IncomeAccount;
  /** Saves a rent of $1,000 due on the 15th from January 2026 on, with the given changes. */
  saveSource: (input?: object, cookie?: string) => Promise<Answer<IncomeSourceView>>;
  /** Saves such a source and returns its id. */
  source: (input?: object) => Promise<number>;
  /** Saves a payment from a transaction like the account screen, with the given changes. */
  link: (
    incomeSourceId: number,
    transactionId: number,
    amount: number,
    input?: object,
  ) => Promise<Answer<{ incomePaymentId: number; creditedMonth: string }>>;
  /** Inserts rows of the account or another one; returns their ids in the given order. Amounts are in minor units. */
  rows: (rows: readonly TestTransaction[], account?: IncomeAccount) => Promise<number[]>;
  /** Creates another institution, or another kind of account at one. */
  anotherAccount: (options?: Parameters<typeof createTestAccessItem>[2]) => Promise<IncomeAccount>;
  /** Keeps the session from becoming idle, which would require a new sign-in after a long jump of the clock. */
  stay: () => Promise<void>;
  /** Creates another person with their own bank. */
  stranger: () => Promise<{ cookie: string; account: IncomeAccount }>;
};

export async function createIncomeSite(
  database: Database,
  options: { now: () => Date; environment?: Record<string, string> },
): Promise<IncomeSite> {
  const app = createTestApp(database, options);
  const { userId, cookie } = await createTestUser(database, { now: options.now });
  const accountOf = async (
    owner: string,
    options: Parameters<typeof createTestAccessItem>[2],
  ): Promise<IncomeAccount> => {
    const { institutionAccessItemId, accounts } = await createTestAccessItem(database, owner, options);
    const [first] = accounts;
    if (first === undefined) throw new Error("A test bank has an account.");
    return { userId: owner, institutionAccessItemId, ...first };
  };
  const account = await accountOf(userId, { institutionName: "First Fern" });
  const { get, post } = createCalls(app, cookie);
  const saveSource: IncomeSite["saveSource"] = (input = {}, as) => {
    const rent = { name: "Unit 2", description: "", startDate: "2026-01-01", endDate: null };
    const due = { amountDue: 1_000, dayOfMonthDue: 15, incomeSourceType: "Rent", expectedPaymentMemos: [] };
    const { institutionAccessItemId } = account;
    return post(
      "/api/SaveIncomeSource",
      { incomeSourceId: 0, institutionAccessItemId, ...rent, ...due, isExisting: false, ...input },
      as,
    );
  };
  return {
    app,
    userId,
    cookie,
    itemId: account.institutionAccessItemId,
    account,
    get,
    post,
    saveSource,
    source: async (input) => (await saveSource(input)).data.incomeSourceId,
    link: (incomeSourceId, transactionId, amount, input = {}) =>
      post("/api/SaveIncomePayment", {
        incomePaymentId: 0,
        transactionId,
        incomeSourceId,
        amount,
        isManualAdjustment: false,
        ...input,
      }),
    rows: async (rows, of = account) =>
      (await createTestTransactions(database, of, rows)).map(({ transactionId }) => transactionId),
    anotherAccount: (options) => accountOf(userId, options),
    stay: async () => {
      await database.unsafeDb.update(sessions).set({ lastSeenAt: options.now() });
    },
    stranger: async () => {
      const other = await createTestUser(database, { now: options.now });
      return { cookie: other.cookie, account: await accountOf(other.userId, {}) };
    },
  };
}
