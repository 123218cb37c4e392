import { and, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  countLedgerMove,
  lockLedger,
  moveBalances,
  moveLedger,
} from "#features/transactions/server/index.ts";
import type { Transaction } from "#server/database/db.ts";
import type { Kernel } from "#server/feature.ts";
import { budgetAccessItems, budgets } from "#server/tables/budget-tables.ts";
import { importMappings, imports } from "#server/tables/import-tables.ts";
import { incomeRefusals, incomeSources } from "#server/tables/income-tables.ts";
import { accounts, institutionAccessItems as items, isSeenIn } from "#server/tables/institution-tables.ts";
import { isDebt } from "#shared/banks.ts";
import { conflict, notFound } from "#shared/errors.ts";
import type { manualCalls } from "../../manual-contract.ts";

type Input = z.output<typeof manualCalls.linkManualAccount.input>;
type Answer = z.input<typeof manualCalls.linkManualAccount.output>;
type Account = typeof accounts.$inferSelect;
type Site = Pick<Kernel, "database" | "settings" | "now">;
type Mode = "sandbox" | "live";

/** Counts what linking a manual account would do. @throws AppError as `linkManualAccount` */
export function countManualLink(site: Site, userId: string, input: Input): Promise<Answer> {
  return inLedger(site, userId, async (tx, owner) => {
    const { from, to } = await findBoth(tx, owner, input);
    return countLedgerMove(tx, owner, { fromId: from.accountId, to });
  });
}

/**
 * Moves a manual account into the linked one that is the same (docs/reference/money.md, "Manual accounts"), and deletes it, and its
 * bank with the last account.
 * @throws AppError 404 for accounts that aren't the person's; 409 for two that can't be the same
 */
export function linkManualAccount(site: Site, userId: string, input: Input): Promise<Answer> {
  return inLedger(site, userId, async (tx, owner) => {
    const { from, to } = await findBoth(tx, owner, input);
    const answer = await moveLedger(tx, owner, { fromId: from.accountId, to });
    await moveBalances(tx, from, to.accountId);
    await moveImports(tx, from, to);
    await extendBudgets(tx, owner, from, to);
    await tx.delete(accounts).where(and(eq(accounts.userId, userId), eq(accounts.accountId, from.accountId)));
    const isOfBank = and(
      eq(accounts.userId, userId),
      eq(accounts.institutionAccessItemId, from.institutionAccessItemId),
    );
    if ((await tx.$count(accounts, isOfBank)) === 0) await endBank(tx, from, to);
    return answer;
  });
}

type Owner = { userId: string; mode: Mode; now: Date };

function inLedger(
  { database, settings, now }: Site,
  userId: string,
  work: (tx: Transaction, owner: Owner) => Promise<Answer>,
): Promise<Answer> {
  return database.asUser(userId, async (tx) => {
    await lockLedger(tx, userId);
    return work(tx, { userId, mode: settings.bankMode, now: now() });
  });
}

async function findBoth(tx: Transaction, { userId, mode }: Owner, { accountId, linkedAccountId }: Input) {
  const found = await tx
    .select({ account: accounts, state: items.state })
    .from(accounts)
    .innerJoin(items, eq(items.institutionAccessItemId, accounts.institutionAccessItemId))
    .where(
      and(
        eq(accounts.userId, userId),
        inArray(accounts.accountId, [accountId, linkedAccountId]),
        isSeenIn(mode),
      ),
    )
    .orderBy(accounts.accountId)
    .for("update", { of: accounts });
  const one = found.find(({ account, state }) => account.accountId === accountId && state === "manual");
  const other = found.find(({ account }) => account.accountId === linkedAccountId);
  if (one === undefined || other === undefined) throw notFound();
  const reason = refusal(one.account, other);
  if (reason !== null) throw conflict("linkedAccountId", reason);
  return { from: one.account, to: other.account };
}

/** Returns the reason why a manual account can't be a bank's; null if it can. */
function refusal(from: Account, { account: to, state }: { account: Account; state: string }): string | null {
  if (state === "manual") return "Choose an account of a linked bank.";
  if (state === "importing")
    return "This bank’s first import isn’t done yet. Try again when it is, so that no transaction is doubled.";
  if (state === "unlinked" || state === "removing" || state === "revoked")
    return "This bank isn’t linked anymore. Link it again first.";
  if (to.closedAt !== null) return "The bank no longer has this account.";
  if (from.isoCurrencyCode !== to.isoCurrencyCode) return "Choose an account of the same currency.";
  if (isDebt(from) !== isDebt(to))
    return isDebt(from)
      ? "Choose a card or a loan, as this account is one."
      : "Choose an account that isn’t a card or a loan, as this one isn’t either.";
  return null;
}

/** Lets the next files of the account go to the other one, and the former ones be about it. */
async function moveImports(tx: Transaction, { userId, accountId }: Account, to: Account): Promise<void> {
  await tx.execute(sql`
    update ${importMappings} own set account_id = ${to.accountId}
    where own.user_id = ${userId} and own.account_id = ${accountId} and not exists (select from ${importMappings} other
      where other.account_id = ${to.accountId} and other.dialect = own.dialect and other.hint = own.hint)`);
  await tx.execute(sql`
    update ${imports} set account_ids = array(
      select id from unnest(array_replace(account_ids, ${accountId}, ${to.accountId})) with ordinality as listed(id, position)
      group by id order by min(position))
    where user_id = ${userId} and ${accountId} = any(account_ids)`);
}

/** Adds the linked bank to the budgets of the manual one. Those of the other mode never mix with it. */
async function extendBudgets(
  tx: Transaction,
  { userId, mode }: Owner,
  from: Account,
  to: Account,
): Promise<void> {
  const ofOtherMode = sql`exists (select from ${budgetAccessItems} has join ${items} using (institution_access_item_id)
    where has.budget_id = ${budgets.budgetId} and ${items.mode} <> ${mode})`;
  const extended = await tx
    .update(budgets)
    .set({ mode })
    .where(
      sql`${eq(budgets.userId, userId)} and not ${ofOtherMode} and ${budgets.budgetId} in (
        select budget_id from ${budgetAccessItems} own where own.institution_access_item_id = ${from.institutionAccessItemId})`,
    )
    .returning({ budgetId: budgets.budgetId });
  if (extended.length === 0) return;
  const { institutionAccessItemId } = to;
  await tx
    .insert(budgetAccessItems)
    .values(extended.map(({ budgetId }) => ({ budgetId, institutionAccessItemId, userId })))
    .onConflictDoNothing();
}

/** Ends a manual bank without accounts; its income sources go on at the linked bank. */
async function endBank(tx: Transaction, from: Account, to: Account): Promise<void> {
  const { userId, institutionAccessItemId } = from;
  const next = { institutionAccessItemId: to.institutionAccessItemId };
  const isOfBank = (table: typeof incomeSources | typeof incomeRefusals | typeof items) =>
    and(eq(table.userId, userId), eq(table.institutionAccessItemId, institutionAccessItemId));
  await tx.update(incomeSources).set(next).where(isOfBank(incomeSources));
  const refused = await tx.select().from(incomeRefusals).where(isOfBank(incomeRefusals));
  if (refused.length > 0)
    await tx
      .insert(incomeRefusals)
      .values(refused.map((refusal) => Object.assign(refusal, next)))
      .onConflictDoNothing();
  await tx.delete(items).where(isOfBank(items));
}
