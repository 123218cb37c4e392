import { createTestUser } from "../factories/auth-factory.ts";
import { createTestBudget } from "../factories/budget-factory.ts";
import { createTestIncomeSource } from "../factories/income-source-factory.ts";
import { createTestAccessItem } from "../factories/access-item-factory.ts";
import { createTestProduct } from "../factories/product-factory.ts";
import { createTestTransactions } from "../factories/transaction-factory.ts";
import { createTypedRow } from "../factories/typed-factory.ts";
import type { Database } from "#server/database/db.ts";
import { createCongressSandbox } from "#upstreams/congress/sandbox/congress-sandbox.ts";
import { createGitHubSandbox } from "#upstreams/github/sandbox/github-sandbox.ts";
import { createDrivenBank } from "../stand-ins/bank-control/bank-control.ts";
import { z } from "zod";
import type { KnownValues } from "./fuzz-values.ts";
import { createTestApp, type TestApp } from "../test-app.ts";

const origin = "http://localhost:3000";

const madeSchema = z.looseObject({
  financialCategoryId: z.int().optional(),
  incomePaymentId: z.int().optional(),
});
/** In the sandbox's list. */
const knownRepository = "ledger-kit";
let peopleMade = 0;

/** Creates the site with every upstream's sandbox, all in this process. */
export function createFuzzSite(database: Database): TestApp {
  const github = createGitHubSandbox({ origin: () => origin, anonymousCoreLimitPerHour: 1_000_000 });
  const congress = createCongressSandbox().app;
  const plaid = createDrivenBank({
    origin: () => origin,
    wait: async () => {},
    // The bank's webhooks have their own tests; here they would change rows during the call under test.
    fetch: () => Promise.resolve(new Response(null, { status: 200 })),
  }).app;
  return createTestApp(database, {
    environment: { CONTENT_WEBHOOK_SECRET: "not-known-to-the-fuzzer" },
    fetch: async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      const upstream = [github, congress, plaid][
        ["/sandbox/github/", "/sandbox/congress/", "/sandbox/plaid/"].findIndex((path) =>
          pathname.startsWith(path),
        )
      ];
      if (upstream === undefined) throw new TypeError(`nothing answers ${pathname}`);
      return upstream.fetch(new Request(input, init));
    },
  });
}

/** A signed-in person. `known` maps field names to valid values for them, `knownOf` those of one path. */
export type FuzzPerson = {
  userId: string;
  cookie: string;
  known: KnownValues;
  knownOf: (path: string) => KnownValues;
};

async function makeRule(site: TestApp, cookie: string): Promise<number> {
  const rule = {
    ruleId: 0,
    conditions: [{ field: "payee", op: "is", values: ["Grocer"] }],
    actions: [{ field: "category", value: 3 }],
  };
  const answer = await (await site.post("/api/SaveRule", rule, { cookie })).json();
  const [made] = z.object({ data: z.array(z.object({ ruleId: z.int() })) }).parse(answer).data;
  if (made === undefined) throw new Error("no rule was made");
  return made.ruleId;
}

/** Adds a manual account with a typed transaction, and the same once more on the next day, to be joined with the first. */
async function makeManual(
  database: Database,
  site: TestApp,
  { userId, cookie }: Pick<FuzzPerson, "userId" | "cookie">,
) {
  const account = {
    accountId: "",
    institutionName: "Wallet",
    name: "Cash",
    type: "cash",
    isoCurrencyCode: "USD",
    openingBalance: 50,
    openingDate: "2026-11-01",
  };
  const answer = await (await site.post("/api/SaveManualAccount", account, { cookie })).json();
  const { data: made } = z
    .object({ data: z.object({ accountId: z.int(), institutionAccessItemId: z.int() }) })
    .parse(answer);
  const typed = (date: string) =>
    createTypedRow(database, { userId, ...made }, { date, amount: -4, payee: "Kiosk" });
  const { accountId } = made;
  const row = { transactionId: await typed("2026-11-08"), accountId, date: "2026-11-08", amount: -4 };
  return { account, row: { ...row, name: "Kiosk" }, otherId: await typed("2026-11-09") };
}

/** Makes a series with one period. Returns the fields of its calls. */
async function makeSeries(site: TestApp, cookie: string) {
  const fields = { anchor: "2026-11-01", ends: "2026-11-15", by: "2027-01-31", carry: "both" };
  const series = {
    seriesId: 0,
    name: "Again",
    rhythm: { every: 1, unit: "month" },
    anchor: fields.anchor,
    ends: fields.ends,
    categories: [{ financialCategoryId: 1, estimate: 100, carry: "both" }],
    budgetAccessItems: [],
  };
  const answer = await (await site.post("/api/SaveBudgetSeries", series, { cookie })).json();
  const { data } = z.object({ data: z.object({ seriesId: z.int(), budgetId: z.int() }) }).parse(answer);
  return { ...fields, ...data };
}

/** Makes two tags and returns their ids. */
async function makeTags(site: TestApp, cookie: string, transactionId: number): Promise<readonly number[]> {
  await site.post(
    "/api/SetTransactionTags",
    { transactionIds: [transactionId], add: ["Trip", "Work"] },
    { cookie },
  );
  const answer = await (await site.request("/api/GetTags", { headers: { cookie } })).json();
  return z
    .object({ data: z.array(z.object({ tagId: z.int() })) })
    .parse(answer)
    .data.map(({ tagId }) => tagId);
}

/** Creates a person with a row of every kind. */
export async function createFuzzPerson(database: Database, site: TestApp): Promise<FuzzPerson> {
  peopleMade += 1;
  const userDetails = `person-${peopleMade}@lanternfish-works.example`;
  const { userId, cookie } = await createTestUser(database, { userDetails });
  const { institutionAccessItemId, accounts } = await createTestAccessItem(database, userId, {
    accounts: [{}, { name: "Savings", mask: "0002" }],
  });
  const [accountId = 0, savingsId = 0] = accounts.map((account) => account.accountId);
  const rows = await createTestTransactions(database, { userId, institutionAccessItemId, accountId }, [
    { name: "Rent Unit 2", amount: 100_000, date: "2026-11-05" },
    { name: "Grocer", amount: -4_250, date: "2026-11-06" },
    { name: "Rent Unit 3", amount: 50_000, date: "2026-11-06" },
    { name: "Grocer", amount: -1_999, date: "2026-11-07" },
  ]);
  const [transactionId = 0, toTransactionId = 0, unlinkedId = 0] = rows.map((row) => row.transactionId);
  const [saved] = await createTestTransactions(
    database,
    { userId, institutionAccessItemId, accountId: savingsId },
    [{ name: "Savings", amount: 4_000, date: "2026-11-09" }],
  );
  const { accounts: typed } = await createTestAccessItem(database, userId, { item: { source: "simplefin" } });
  const manual = await makeManual(database, site, { userId, cookie });
  const { budgetId } = await createTestBudget(database, userId, {
    budgetAccessItems: [institutionAccessItemId],
    categories: [{ financialCategoryId: 1, estimate: 100 }],
  });
  const { incomeSourceId } = await createTestIncomeSource(database, userId, institutionAccessItemId);
  const { productId, serialNumber } = await createTestProduct(database);
  const made = async (path: string, body: object) =>
    z.object({ data: madeSchema }).parse(await (await site.post(path, body, { cookie })).json()).data;
  const category = { financialCategoryId: 0, name: `Garden ${peopleMade}` };
  const { financialCategoryId: ownCategory } = await made("/api/SaveFinancialCategory", category);
  const { incomePaymentId } = await made("/api/SaveIncomePayment", {
    incomePaymentId: 0,
    transactionId,
    incomeSourceId,
    incomeSourceIds: [incomeSourceId],
    amount: 1_000,
    isManualAdjustment: false,
  });
  const financialCategoryId = 1;
  const ruleId = await makeRule(site, cookie);
  const series = await makeSeries(site, cookie);
  const [tagId, intoTagId] = await makeTags(site, cookie, transactionId);
  const known = {
    tagId,
    intoTagId,
    ruleId,
    ruleIds: [ruleId],
    budgetId,
    institutionAccessItemId,
    userAccessItemId: institutionAccessItemId,
    budgetAccessItems: [institutionAccessItemId],
    transactionId,
    fromTransactionId: transactionId,
    toTransactionId,
    transactionIds: [transactionId, toTransactionId],
    outTransactionId: toTransactionId,
    inTransactionId: saved?.transactionId,
    incomeSourceId,
    incomeSourceIds: [incomeSourceId],
    financialCategoryId,
    reassignTo: financialCategoryId + 1,
    productId,
    serialNumber,
    imageIds: [],
    altTexts: [],
    startDate: "2026-11-01",
    endDate: "2026-11-30",
    congress: "119",
    billType: "hr",
    billNumber: "1",
    incomePaymentId,
    manualAccountId: manual.row.accountId,
  };
  const own: Record<string, KnownValues> = {
    "/api/SaveBudgetSeries": series,
    "/api/SaveCategoryPlan": series,
    "/api/SetFreshStart": series,
    "/api/DeleteBudgetSeries": series,
    "/api/RestoreBudgetSeries": series,
    "/api/SaveManualAccount": { ...manual.account, name: "Purse" },
    "/api/SaveTransaction": manual.row,
    "/api/DeleteTransaction": { transactionId: manual.row.transactionId },
    "/api/JoinTransactions": {
      transactionId: manual.row.transactionId,
      otherTransactionId: manual.otherId,
    },
    // Nothing is joined that an undo could name.
    "/api/SeparateTransaction": { joinedTransactionId: undefined },
    "/api/SplitTransaction": {
      transactionId: manual.row.transactionId,
      parts: [
        { amount: -3, financialCategoryId },
        { amount: -1, financialCategoryId },
      ],
      basedOn: [],
    },
    "/api/CloseManualAccount": { accountId: manual.row.accountId },
    "/api/DeleteManualAccount": { accountId: manual.row.accountId },
    "/api/GetManualAccountLink": {
      accountId: manual.row.accountId,
      linkedAccountId: typed[0]?.accountId,
    },
    "/api/LinkManualAccount": { accountId: manual.row.accountId, linkedAccountId: typed[0]?.accountId },
    "/api/CreateFinancialLinkToken": { accessToken: institutionAccessItemId },
    "/api/SetAccountType": { accountId: typed[0]?.accountId, type: "card" },
    "/api/CheckBalance": { accountId: manual.row.accountId, date: "2026-11-20", balance: 46, adjust: true },
    "/api/GitHubRepo": { name: knownRepository },
    "/api/GitHubReadme": { repo: knownRepository },
    "/api/GitHubRepoContents": { repo: knownRepository, path: "README.md" },
    "/api/GetCodeFile": { repo: knownRepository, path: "README.md", commit: "0".repeat(40) },
    "/api/GetCodeTree": { repo: knownRepository, commit: "0".repeat(40) },
    "/api/CongressFindBill": { citation: "H.R. 1" },
    "/api/CongressGetBills": { q: "water", page: "1", pageSize: "20" },
    "/api/GetRentRoll": { from: "2026-01" },
    "/api/ExportRentRoll": { from: "2026-01" },
    "/api/GetIncomeByMonth": { from: "2026-01", months: 12 },
    "/api/GetIncomeSources": { month: 11, year: 2026 },
    "/api/SaveBankCategory": { bankCode: "TRAVEL" },
    "/api/SaveFinancialCategory": { financialCategoryId: 0, name: "Shed" },
    "/api/MergeFinancialCategories": { from: ownCategory, into: financialCategoryId },
    "/api/DeleteFinancialCategory": { financialCategoryId: ownCategory },
    "/api/UpdateBudgetCategoryEstimate": { financialCategoryName: category.name },
    "/api/SaveIncomePayment": {
      incomePaymentId: 0,
      transactionId: unlinkedId,
      amount: 500,
      creditedMonth: "2026-11",
      isManualAdjustment: false,
    },
    "/api/DeletePersonalData": { confirmation: userDetails },
  };
  return { userId, cookie, known, knownOf: (path) => ({ ...known, ...own[path] }) };
}
