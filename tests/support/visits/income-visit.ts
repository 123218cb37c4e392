import type { Locator, Page } from "@playwright/test";
import { addMonths, monthOf } from "../../../src/shared/time/plain-dates.ts";
import { dateInZone } from "../../../src/shared/time/date-in-zone.ts";
import { getAs, postAs } from "../sites/finance-site.ts";

/** Income for end-to-end tests, read and created with the calls that the screens use. */

/** The person in all income tests: their bank is linked once, and each test removes what the previous one left. */
export const landlord = "a landlord";

/** A deposit. The sandbox bank's rows depend on the date, so tests use what they find. */
export type Inflow = {
  transactionId: number;
  date: string;
  authorized_date: string;
  payee: string;
  name: string;
  amount: number;
  isoCurrencyCode: string;
  pending: boolean;
  kind: string;
  account: { official_name: string };
  incomePayment: { incomePaymentId: number } | null;
};

type SavedSource = { incomeSourceId: number; name: string };

/** Returns today's date in the site's time zone. */
export function todayAtSite(): string {
  return dateInZone(new Date(), "America/New_York");
}

export function monthAtSite(distance = 0): string {
  return addMonths(monthOf(todayAtSite()), distance);
}

/** Returns dollar deposits on deposit accounts, newest first, each of which can be linked; none from the person's own accounts. */
export async function inflows(page: Page, itemId: number): Promise<Inflow[]> {
  const { transactions } = await getAs<{ transactions: Inflow[] }>(
    page,
    `/api/GetTransactions?institutionAccessItemId=${itemId}&flow=in`,
  );
  return transactions.filter(
    ({ isoCurrencyCode, account, kind }) =>
      isoCurrencyCode === "USD" && kind !== "transfer" && !/credit card/i.test(account.official_name),
  );
}

/** Removes every source left by earlier tests. */
export async function withoutSources(page: Page, itemId: number): Promise<void> {
  const { rows } = await getAs<{ rows: SavedSource[] }>(
    page,
    `/api/GetRentRoll?institutionAccessItemId=${itemId}&from=${monthAtSite(-10)}`,
  );
  for (const { incomeSourceId } of rows) await postAs(page, "/api/DeleteIncomeSource", { incomeSourceId });
}

/** Creates a source of $1,000 due on the 15th since the start of last month, with the given changes. */
export async function makeSource(page: Page, itemId: number, input: object = {}): Promise<number> {
  const { incomeSourceId } = await postAs<SavedSource>(page, "/api/SaveIncomeSource", {
    incomeSourceId: 0,
    institutionAccessItemId: itemId,
    name: "Unit 2",
    description: "",
    startDate: `${monthAtSite(-1)}-01`,
    endDate: null,
    amountDue: 1000,
    dayOfMonthDue: 15,
    incomeSourceType: "Rent",
    expectedPaymentMemos: [],
    isExisting: false,
    ...input,
  });
  return incomeSourceId;
}

/** Links a row to a source, credited to a month. */
export async function linkRow(
  page: Page,
  incomeSourceId: number,
  row: Inflow,
  creditedMonth: string,
): Promise<void> {
  await postAs(page, "/api/SaveIncomePayment", {
    incomePaymentId: 0,
    transactionId: row.transactionId,
    incomeSourceId,
    amount: row.amount,
    isManualAdjustment: false,
    creditedMonth,
  });
}

/** Returns the table row with these words. */
export function rowOf(page: Page, words: string): Locator {
  return page.getByRole("row").filter({ hasText: words });
}

/** Chooses from the menu of a source's row. */
export async function chooseAction(page: Page, source: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${source}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Removes the browser's messages about refused or lost calls, and the expected lines. */
export function forgive(complaints: string[], ...expected: RegExp[]): void {
  const rest = complaints.filter(
    (line) => !/status of [45]\d\d|ERR_FAILED/.test(line) && !expected.some((pattern) => pattern.test(line)),
  );
  complaints.splice(0, complaints.length, ...rest);
}

/** Response of a failing site: the envelope with a request id. */
export const failure = {
  status: 500,
  headers: { "x-request-id": "request-of-the-test" },
  json: { success: false, statusCode: 500, data: null, errors: { INTERNAL: ["Something went wrong here."] } },
};
