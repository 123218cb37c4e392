import { randomUUID } from "node:crypto";
import type { Database } from "#server/database/db.ts";
import type { ItemState } from "#shared/finance-shapes.ts";
import { accounts, institutionAccessItems } from "#server/tables/institution-tables.ts";
import { createTokenSeal } from "#features/institutions/server/linking/token-seal.ts";

type TestAccount = Partial<typeof accounts.$inferInsert>;

export type TestAccessItem = {
  institutionAccessItemId: number;
  /** In the given order; one checking account by default. */
  accounts: { accountId: number; providerAccountId: string; isoCurrencyCode: string }[];
};

/**
 * Gives a person a linked institution with accounts, for tests of features that build on it. Without `link` it has no Item at a
 * bank; with it, the token is sealed as by the server (`secretKey` is that of the test app's kernel).
 */
export async function createTestAccessItem(
  database: Pick<Database, "unsafeDb">,
  userId: string,
  options: {
    institutionName?: string;
    institutionId?: string;
    state?: ItemState;
    mode?: "sandbox" | "live";
    accounts?: TestAccount[];
    link?: { itemId: string; accessToken: string; secretKey: Buffer };
    item?: Partial<typeof institutionAccessItems.$inferInsert>;
  } = {},
): Promise<TestAccessItem> {
  const { link } = options;
  const [item] = await database.unsafeDb
    .insert(institutionAccessItems)
    .values({
      userId,
      source: "plaid",
      mode: options.mode ?? "sandbox",
      institutionId: options.institutionId ?? "ins_test",
      institutionName: options.institutionName ?? "Test Bank",
      state: options.state ?? "healthy",
      createdAt: new Date(),
      ...(link === undefined
        ? {}
        : {
            itemId: link.itemId,
            ...createTokenSeal(link.secretKey).close(link.accessToken, link.itemId),
          }),
      ...options.item,
    })
    .returning({ institutionAccessItemId: institutionAccessItems.institutionAccessItemId });
  if (item === undefined) throw new Error("The database created no access item.");
  const accountOptions = options.accounts ?? [{}];
  if (accountOptions.length === 0) return { ...item, accounts: [] };
  const made = await database.unsafeDb
    .insert(accounts)
    .values(accountOptions.map((account) => accountRow(userId, item.institutionAccessItemId, account)))
    .returning({
      accountId: accounts.accountId,
      providerAccountId: accounts.providerAccountId,
      isoCurrencyCode: accounts.isoCurrencyCode,
    });
  return { ...item, accounts: made };
}

function accountRow(
  userId: string,
  institutionAccessItemId: number,
  account: TestAccount,
): typeof accounts.$inferInsert {
  return {
    userId,
    institutionAccessItemId,
    providerAccountId: randomUUID(),
    name: "Checking",
    mask: "0001",
    type: "depository",
    subtype: "checking",
    isoCurrencyCode: "USD",
    ...account,
  };
}
