import { and, eq, sql } from "drizzle-orm";
import { lockLedger, sortRows } from "#features/transactions/server/index.ts";
import type { Transaction } from "#server/database/db.ts";
import type { Kernel } from "#server/feature.ts";
import { accounts, institutionAccessItems as items, isSeenIn } from "#server/tables/institution-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { isLinked } from "#shared/banks.ts";
import { conflict, notFound } from "#shared/errors.ts";
import { money } from "#shared/money.ts";
import { bankTypeOf, hasType, retyped, type LinkedType } from "../domain/account-types.ts";

type Account = typeof accounts.$inferSelect;
type Item = Pick<typeof items.$inferSelect, "source" | "state">;

/** True if the person chooses the types of a bank's accounts, because its source has none (docs/reference/money.md, "SimpleFIN"). */
export function isTypeOpen({ source, state }: Item): boolean {
  return source === "simplefin" && isLinked({ state });
}

/**
 * Sets the type of a linked account, for good, and sorts its rows by it.
 * @throws AppError 404; 409 if its type can't be chosen
 */
export async function setAccountType(
  { database, settings }: Pick<Kernel, "database" | "settings">,
  userId: string,
  { accountId, type }: { accountId: number; type: LinkedType },
): Promise<void> {
  return database.asUser(userId, async (tx) => {
    // A sync saves accounts under the same lock.
    await lockLedger(tx, userId);
    const isOwn = and(eq(accounts.userId, userId), eq(accounts.accountId, accountId));
    const [found] = await tx
      .select({ account: accounts, item: { source: items.source, state: items.state } })
      .from(accounts)
      .innerJoin(items, eq(items.institutionAccessItemId, accounts.institutionAccessItemId))
      .where(and(isOwn, isSeenIn(settings.bankMode)))
      .for("update", { of: accounts });
    if (found === undefined) throw notFound();
    const { account, item } = found;
    if (!isTypeOpen(item)) throw conflict("accountId", closedReason(item));
    const { type: bankType, subtype, currentBalance, availableBalance } = withMoney(account, type);
    await tx
      .update(accounts)
      .set({ type: bankType, subtype, currentBalance, availableBalance, isTypeChosen: true })
      .where(isOwn);
    if (!hasType(account, type)) await sortAccount(tx, account);
  });
}

function withMoney({ type, subtype, currentBalance, availableBalance }: Account, chosen: LinkedType) {
  const amount = (minor: number | null) => (minor === null ? null : money(minor));
  const balances = { currentBalance: amount(currentBalance), availableBalance: amount(availableBalance) };
  return retyped({ type, subtype, ...balances }, bankTypeOf(chosen));
}

function closedReason({ source, state }: Item): string {
  if (source === "manual") return "Edit this account to change its type.";
  return source === "plaid"
    ? "The bank says what type this account is."
    : state === "removing"
      ? "This bank is being unlinked."
      : "This bank isn’t linked anymore. Link it again to change the type.";
}

/** Sorts the rows of an account of another type, and their other sides. */
export async function sortAccount(
  tx: Transaction,
  { userId, accountId }: Pick<Account, "userId" | "accountId">,
): Promise<void> {
  const isHere = eq(transactions.accountId, accountId);
  const isOtherSide = sql`transfer_pair_id in (select transaction_id from ${transactions} where ${isHere})`;
  await sortRows(tx, userId, { matching: [isHere, isOtherSide] });
}
