import type { APIResponse, Page } from "@playwright/test";
import { plaidSandboxClient } from "../../../src/upstreams/plaid/plaid-sandbox-client.ts";
import { expect } from "../visits/e2e.ts";

/** Banks and budgets for end-to-end tests, created with the calls that the screens use. Sign in first. */

export type SandboxBankId = "ins_900001" | "ins_900002" | "ins_900003";

/** Time limit for a first import on a busy machine. */
const importTimeoutMs = 45_000;
const importPollMs = 300;

/**
 * Links a sandbox bank and waits for its transactions; an already linked one is returned as is. The person once had a
 * budget, so none is drafted.
 */
export async function linkBank(
  page: Page,
  {
    institutionId = "ins_900001",
    person = "avery-ready",
    days = 90,
  }: { institutionId?: SandboxBankId; person?: string; days?: number } = {},
): Promise<number> {
  const linked = await getAs<{ institutionAccessItemId: number }[]>(page, "/api/GetUserAccessItems");
  const known = linked[0];
  if (known !== undefined) return known.institutionAccessItemId;
  const budgetId = await createBudget(page, { name: "Once", startDate: "2020-01-01", endDate: "2020-01-31" });
  await postAs(page, "/api/DeleteBudget", { budgetId });
  const created = await page.request.post(`${plaidSandboxClient.path}/sandbox/public_token/create`, {
    data: {
      client_id: plaidSandboxClient.clientId,
      secret: plaidSandboxClient.secret,
      institution_id: institutionId,
      initial_products: ["transactions"],
      options: { override_username: person, transactions: { days_requested: days } },
    },
  });
  const { public_token } = (await created.json()) as { public_token: string };
  const { institutionAccessItemId } = await postAs<{ institutionAccessItemId: number }>(
    page,
    "/api/SetInstitutionAccessToken",
    { public_token },
  );
  await imported(page, institutionAccessItemId);
  return institutionAccessItemId;
}

async function imported(page: Page, userAccessItemId: number): Promise<void> {
  const path = `/api/GetUserAccessItem?userAccessItemId=${userAccessItemId}`;
  await expect
    .poll(async () => (await getAs<{ item: { state: string } }>(page, path)).item.state, {
      message: "the first import",
      intervals: [importPollMs],
      timeout: importTimeoutMs,
    })
    .not.toBe("importing");
}

type NewBudget = {
  name: string;
  startDate: string;
  endDate: string;
  categories?: { financialCategoryId: number; estimate: number }[];
  budgetAccessItems?: number[];
};

/** Creates a budget and returns its id. */
export async function createBudget(page: Page, budget: NewBudget): Promise<number> {
  const { budgetId } = await postAs<{ budgetId: number }>(page, "/api/SaveBudget", {
    budgetId: 0,
    categories: [],
    budgetAccessItems: [],
    ...budget,
  });
  return budgetId;
}

/** Creates an account that is kept by hand, a wallet with $50 since January unless said otherwise, and returns its id. */
export async function createManualAccount(page: Page, account: object = {}): Promise<number> {
  const { accountId } = await postAs<{ accountId: number }>(page, "/api/SaveManualAccount", {
    accountId: "",
    institutionName: "Wallet",
    name: "Cash",
    type: "cash",
    isoCurrencyCode: "USD",
    openingBalance: 50,
    openingDate: "2026-01-01",
    ...account,
  });
  return accountId;
}

/** Makes a read call in the page's session; returns `data`. */
export async function getAs<Data>(page: Page, path: string): Promise<Data> {
  return dataOf<Data>(path, await page.request.get(path));
}

/** Makes a write call in the page's session; returns `data`, or the body of a bare response. */
export async function postAs<Data>(page: Page, path: string, body: unknown): Promise<Data> {
  const { origin } = new URL(page.url());
  const response = await page.request.post(path, {
    data: body,
    headers: { "x-tenant": await tenantOf(page), origin },
  });
  return dataOf<Data>(path, response);
}

/** Returns the tenant that the page knows. */
export async function tenantOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const config: unknown = JSON.parse(document.getElementById("folio-config")?.textContent ?? "{}");
    return typeof config === "object" && config !== null && "tenant" in config ? String(config.tenant) : "";
  });
}

/** Returns `data` of an answer, or the body of a bare one. @throws Error for a refusal */
export async function dataOf<Data>(path: string, response: APIResponse): Promise<Data> {
  const body = (await response.json()) as { data?: Data } & Data;
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${JSON.stringify(body)}`);
  return body.data ?? body;
}
