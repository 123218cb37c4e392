import type { Locator, Page } from "@playwright/test";
import { addMonths, dateInZone, monthOf } from "../../../src/shared/time/plain-dates.ts";
import { getAs, postAs } from "../sites/finance-site.ts";

/** Income for end-to-end tests: what is there is read and made through the calls that the screens use. */

/** The person of the walks through income: a bank that is linked once, and what each walk leaves is taken away by the next. */
export const landlord = "a landlord";

/** A row that came in. Which rows the sandbox bank has depends on the day: tests go by what they find. */
export type Inflow = {
  transactionId: number;
  date: string;
  authorized_date: string;
  name: string;
  amount: number;
  isoCurrencyCode: string;
  pending: boolean;
  account: { official_name: string };
  incomePayment: { incomePaymentId: number } | null;
};

type SavedSource = { incomeSourceId: number; name: string };

/** The day that it is at the site. */
export function todayAtSite(): string {
  return dateInZone(new Date(), "America/New_York");
}

export function monthAtSite(distance = 0): string {
  return addMonths(monthOf(todayAtSite()), distance);
}

/** Dollars that came in on deposit accounts, newest first: each can be linked. */
export async function inflows(page: Page, itemId: number): Promise<Inflow[]> {
  const { transactions } = await getAs<{ transactions: Inflow[] }>(
    page,
    `/api/GetTransactions?institutionAccessItemId=${itemId}&flow=in`,
  );
  return transactions.filter(
    ({ isoCurrencyCode, account }) =>
      isoCurrencyCode === "USD" && !/credit card/i.test(account.official_name),
  );
}

/** Takes away every source that a test before has left. */
export async function withoutSources(page: Page, itemId: number): Promise<void> {
  const { rows } = await getAs<{ rows: SavedSource[] }>(
    page,
    `/api/GetRentRoll?institutionAccessItemId=${itemId}&from=${monthAtSite(-10)}`,
  );
  for (const { incomeSourceId } of rows) await postAs(page, "/api/DeleteIncomeSource", { incomeSourceId });
}

/** Makes a source of $1,000 that is due on the 15th since the start of last month, but for what is given. */
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

/** The row of a table that holds these words. */
export function rowOf(page: Page, words: string): Locator {
  return page.getByRole("row").filter({ hasText: words });
}

/** Chooses from the menu of a row of the sources. */
export async function chooseAction(page: Page, source: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${source}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Takes out what the browser says of refused or lost calls, and the lines that are expected. */
export function forgive(complaints: string[], ...expected: RegExp[]): void {
  const rest = complaints.filter(
    (line) => !/status of [45]\d\d|ERR_FAILED/.test(line) && !expected.some((pattern) => pattern.test(line)),
  );
  complaints.splice(0, complaints.length, ...rest);
}

/** What the site answers when it fails: the envelope with a request id. */
export const failure = {
  status: 500,
  headers: { "x-request-id": "request-of-the-test" },
  json: { success: false, statusCode: 500, data: null, errors: { INTERNAL: ["Something went wrong here."] } },
};
