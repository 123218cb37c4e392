import { and, asc, count, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { manualBalances } from "#features/transactions/server/index.ts";
import type { Transaction } from "#server/database/db.ts";
import { defineKeptQuery, type Terms } from "#server/database/kept-plan.ts";
import type { Kernel } from "#server/feature.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { accountLabel } from "#shared/banks.ts";
import type { AccessItemView, AccountView, PlainAccessItem } from "#shared/finance-shapes.ts";
import { money, toUnits, type Money } from "#shared/money.ts";
import { isTypeOpen } from "./account-type.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { simpleFinBanksPage } from "#upstreams/simplefin/index.ts";
import { stateReason } from "../domain/state-reason.ts";
import { accounts, institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";

/** Reads a person's linked banks for an API answer: all of them, or those of `ids` that are theirs. */
export type ReadAccessItems = (
  tx: Transaction,
  userId: string,
  ids?: readonly number[],
) => Promise<PlainAccessItem[]>;

type ItemRow = Awaited<ReturnType<typeof readItems>>[number];
type AccountRow = typeof accounts.$inferSelect;

/** Creates a reader that returns linked banks by name, then unlinked ones with history. Ignores banks of the other mode. */
export function createAccessItemViews(kernel: Pick<Kernel, "settings" | "site" | "now">): ReadAccessItems {
  const { settings, site, now } = kernel;

  return async function accessItemViews(tx, userId, ids) {
    if (ids?.length === 0) return [];
    const items = await readItems(tx, { userId, mode: settings.bankMode, ids: ids ?? null });
    if (items.length === 0) return [];
    const found = items.map(({ institutionAccessItemId }) => institutionAccessItemId);
    const rows = await readAccounts(tx, { userId, ids: found });
    const manual = await readManualBalances(tx, userId, rows, dateInZone(now(), site.timeZone));
    const accountsOf = Map.groupBy(rows, (row) => row.institutionAccessItemId);
    return items.map((item) =>
      Object.assign(accountViews(accountsOf.get(item.institutionAccessItemId) ?? [], item, manual), {
        institutionAccessItemId: item.institutionAccessItemId,
        institution: institutionView(item),
        item: stateView(item, site.timeZone),
      }),
    );
  };
}

/** Adds the number of transactions to each bank; slow for a person with 100,000 transactions. */
export async function withCounts(
  tx: Transaction,
  userId: string,
  views: PlainAccessItem[],
): Promise<AccessItemView[]> {
  if (views.length === 0) return [];
  const ids = views.map(({ institutionAccessItemId }) => institutionAccessItemId);
  const counts = await countTransactions(tx, userId, ids);
  return views.map((view) => ({
    ...view,
    item: { ...view.item, transactionCount: counts.get(view.institutionAccessItemId) ?? 0 },
  }));
}

type ItemsWanted = { userId: string; mode: "sandbox" | "live"; ids: readonly number[] | null };

const readItems = defineKeptQuery((db, { userId, mode, ids }: Terms<ItemsWanted>) => {
  const item = institutionAccessItems;
  return db
    .select({
      institutionAccessItemId: item.institutionAccessItemId,
      institutionName: item.institutionName,
      institutionLogo: item.institutionLogo,
      institutionColor: item.institutionColor,
      source: item.source,
      mode: item.mode,
      institutionId: item.institutionId,
      state: item.state,
      stateCode: item.stateCode,
      stateMessage: item.stateMessage,
      expiresAt: item.expiresAt,
      newAccountsAvailable: item.newAccountsAvailable,
      lastSuccessfulUpdate: item.lastSuccessfulUpdate,
    })
    .from(item)
    .where(
      and(
        eq(item.userId, userId),
        isSeenIn(mode),
        sql`(${ids}::int[] is null or ${item.institutionAccessItemId} = any(${ids}::int[]))`,
      ),
    )
    .orderBy(
      asc(sql`${item.state} = 'unlinked'`),
      asc(sql`lower(${item.institutionName})`),
      asc(item.institutionAccessItemId),
    );
});

/** Reads a bank's accounts that are there, and manual ones even if they were closed. */
const readAccounts = defineKeptQuery(
  (db, { userId, ids }: Terms<{ userId: string; ids: readonly number[] }>) =>
    db
      .select()
      .from(accounts)
      .where(
        and(
          eq(accounts.userId, userId),
          sql`${accounts.institutionAccessItemId} = any(${ids}::int[])`,
          or(isNull(accounts.closedAt), isNotNull(accounts.openingBalance)),
        ),
      )
      .orderBy(asc(accounts.accountId)),
);

function readManualBalances(
  tx: Transaction,
  userId: string,
  rows: readonly AccountRow[],
  today: string,
): Promise<ReadonlyMap<number, Money>> {
  return rows.some(({ openingBalance }) => openingBalance !== null)
    ? manualBalances(tx, userId, today)
    : Promise.resolve(new Map());
}

async function countTransactions(
  tx: Transaction,
  userId: string,
  ids: number[],
): Promise<Map<number, number>> {
  const rows = await tx
    .select({ id: transactions.institutionAccessItemId, rows: count() })
    .from(transactions)
    .where(
      and(
        eq(transactions.userId, userId),
        inArray(transactions.institutionAccessItemId, ids),
        isNull(transactions.dismissedAt),
      ),
    )
    .groupBy(transactions.institutionAccessItemId);
  return new Map(rows.map(({ id, rows: counted }) => [id, counted]));
}

function institutionView(item: ItemRow): PlainAccessItem["institution"] {
  const { institutionName: name, institutionLogo: logo, institutionColor: color } = item;
  return { name, ...(logo === null ? {} : { logo }), ...(color === null ? {} : { color }) };
}

function stateView(item: ItemRow, timeZone: string): PlainAccessItem["item"] {
  const reason = stateReason(item, timeZone);
  return {
    lastSuccessfulUpdate: item.lastSuccessfulUpdate?.toISOString() ?? null,
    state: item.state,
    ...(reason === null ? {} : { stateReason: reason }),
    ...(item.expiresAt === null ? {} : { expiresAt: item.expiresAt.toISOString() }),
    newAccountsAvailable: item.newAccountsAvailable,
    ...(item.source === "simplefin"
      ? { repairUrl: simpleFinBanksPage(item.mode ?? "sandbox", item.institutionId) }
      : {}),
  };
}

function accountViews(
  rows: readonly AccountRow[],
  item: ItemRow,
  manual: ReadonlyMap<number, Money>,
): Pick<PlainAccessItem, "accounts" | "closedAccounts"> {
  const views = (isClosed: boolean) =>
    rows
      .filter(({ closedAt }) => (closedAt !== null) === isClosed)
      .map((account) => accountView(account, item, manual.get(account.accountId)));
  const closedAccounts = views(true);
  return { accounts: views(false), ...(closedAccounts.length === 0 ? {} : { closedAccounts }) };
}

function accountView(account: AccountRow, item: ItemRow, manual: Money | undefined): AccountView {
  const { isoCurrencyCode, name, mask, officialName, openingBalance, openingDate } = account;
  const units = (minor: number | null) => (minor === null ? null : toUnits(money(minor), isoCurrencyCode));
  return {
    accountId: account.accountId,
    name,
    // Without an official name, name and digits distinguish the account (docs/reference/http-api.md, "Banks").
    official_name: officialName ?? accountLabel({ name, mask }),
    mask,
    type: account.type,
    subtype: account.subtype,
    currentBalance: units(manual ?? account.currentBalance),
    availableBalance: units(account.availableBalance),
    isoCurrencyCode,
    ...(isTypeOpen(item) ? { isTypeGuessed: !account.isTypeChosen } : {}),
    ...(openingBalance === null || openingDate === null
      ? {}
      : { opening: { balance: toUnits(money(openingBalance), isoCurrencyCode), date: openingDate } }),
  };
}
