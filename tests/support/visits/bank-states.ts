import type { Page, Route } from "@playwright/test";
import type { Overview } from "#features/overview/contract.ts";
import type { AccessItemView, AccountView, ItemState } from "#shared/finance-shapes.ts";

/** Linked banks as the server would return them, for states that the sandbox never shows at once. */

const dayMs = 86_400_000;
let lastId = 100;

export function daysFromNow(days: number): string {
  return new Date(Date.now() + days * dayMs).toISOString();
}

export function accountOf(given: Partial<AccountView> = {}): AccountView {
  lastId += 1;
  return {
    accountId: lastId,
    name: "Everyday Checking",
    official_name: "Everyday Checking",
    mask: "4821",
    type: "depository",
    subtype: "checking",
    currentBalance: 4210.55,
    availableBalance: 4110.55,
    isoCurrencyCode: "USD",
    ...given,
  };
}

export function bankOf(
  name: string,
  state: ItemState,
  item: Partial<AccessItemView["item"]> = {},
  accounts: AccountView[] = [accountOf()],
): AccessItemView {
  lastId += 1;
  return {
    institutionAccessItemId: lastId,
    institution: { name },
    item: {
      lastSuccessfulUpdate: daysFromNow(0),
      state,
      newAccountsAvailable: false,
      transactionCount: 0,
      ...item,
    },
    accounts,
  };
}

type Fulfilled = Parameters<Route["fulfill"]>[0];

/** Returns a successful answer in the envelope. */
export function success(data: unknown): Fulfilled {
  return answer(200, { success: true, statusCode: 200, data, errors: null });
}

/** Returns a refusal in the envelope, with a request id. */
export function refusal(
  statusCode: number,
  errors: Record<string, string[]>,
  headers: Record<string, string> = {},
): Fulfilled {
  return answer(statusCode, { success: false, statusCode, data: null, errors }, headers);
}

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Fulfilled {
  return {
    status,
    contentType: "application/json",
    headers: { "x-request-id": "request-to-quote", ...headers },
    body: JSON.stringify(body),
  };
}

/** Mocks the list of banks with the current content of `items`; nothing else needs attention. */
export async function showBanks(page: Page, items: AccessItemView[]): Promise<void> {
  await page.route("**/api/GetUserAccessItems", (route) => route.fulfill(success(items)));
  await page.route("**/api/GetOverview", (route) => route.fulfill(success(calmOverview)));
}

/** Overview without anything that needs attention. */
export const calmOverview: Overview = {
  reminders: [],
  budgetsOverEstimate: [],
  unsortedCount: 0,
  invitations: [],
  currentBudget: null,
  monthIncome: [],
  today: "2026-11-21",
  netWorth: [],
  dueNext: [],
  latest: [],
  getStarted: null,
};
