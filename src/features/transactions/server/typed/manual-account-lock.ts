import { and, eq } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { accounts, institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import type { Mode } from "../transaction-store.ts";

/** An open manual account. */
export type ManualAccount = {
  accountId: number;
  institutionAccessItemId: number;
  type: string;
  isoCurrencyCode: string;
};

/**
 * Returns an account that takes typed rows, and keeps it from being closed or deleted until the transaction ends.
 * @throws AppError 404 if it isn't the person's, 400 for an account of a bank, 409 for a closed one
 */
export async function lockManualAccount(
  tx: Transaction,
  { userId, mode }: { userId: string; mode: Mode },
  accountId: number,
): Promise<ManualAccount> {
  const [found] = await tx
    .select({
      accountId: accounts.accountId,
      institutionAccessItemId: accounts.institutionAccessItemId,
      type: accounts.type,
      isoCurrencyCode: accounts.isoCurrencyCode,
      closedAt: accounts.closedAt,
      state: institutionAccessItems.state,
    })
    .from(accounts)
    .innerJoin(
      institutionAccessItems,
      eq(institutionAccessItems.institutionAccessItemId, accounts.institutionAccessItemId),
    )
    .where(and(eq(accounts.userId, userId), eq(accounts.accountId, accountId), isSeenIn(mode)))
    .for("share");
  if (found === undefined) throw notFound();
  const { closedAt, state, ...account } = found;
  if (state === "removing") throw notFound();
  if (state !== "manual")
    throw invalid({ accountId: ["Choose a manual account. The bank adds transactions to this one."] });
  refuseClosed(closedAt);
  return account;
}

/** @throws AppError 409 for a closed account, which takes no rows */
export function refuseClosed(closedAt: Date | null): void {
  if (closedAt !== null) throw conflict("accountId", "This account is closed. Open it again first.");
}
