import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  forgetChecks,
  insertTyped,
  lockLedger,
  lockManualAccount,
  manualBalances,
  noteBalances,
} from "#features/transactions/server/index.ts";
import { dayProblem, sortUnpaired } from "#features/transactions/server/index.ts";
import { actingMember } from "#server/database/acting.ts";
import type { Transaction } from "#server/database/db.ts";
import type { Kernel } from "#server/feature.ts";
import { accounts, institutionAccessItems as items, isSeenIn } from "#server/tables/institution-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { towardsBalance } from "#shared/banks.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import { amountWords, FieldMerge, quoted } from "#shared/field-merge.ts";
import {
  addMoney,
  fromUnits,
  money,
  negateMoney,
  toUnits,
  zeroMoney,
  type Money,
  type MoneyResult,
} from "#shared/money.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import type { manualCalls } from "../../manual-contract.ts";
import { bankTypeOf, manualTypeOf, manualTypes } from "../../domain/account-types.ts";
import { sortAccount } from "../account-type.ts";

type SaveInput = z.output<typeof manualCalls.saveManualAccount.input>;
type CheckInput = z.output<typeof manualCalls.checkBalance.input>;
type CheckAnswer = z.input<typeof manualCalls.checkBalance.output>;
type Account = typeof accounts.$inferSelect;
type Owned = { account: Account; institutionName: string };
type AccountRef = Pick<Account, "accountId" | "institutionAccessItemId">;

const rowsPerDelete = 2_000;

/** Accounts that a person keeps without a link (docs/reference/money.md, "Manual accounts"). */
export class ManualAccounts {
  readonly #kernel: Pick<Kernel, "database" | "settings" | "site" | "now">;
  readonly #deleteBank: (userId: string, institutionAccessItemId: number) => Promise<void>;

  constructor(
    kernel: Pick<Kernel, "database" | "settings" | "site" | "now">,
    deleteBank: (userId: string, institutionAccessItemId: number) => Promise<void>,
  ) {
    this.#kernel = kernel;
    this.#deleteBank = deleteBank;
  }

  /**
   * Adds an account, or changes one.
   * @throws AppError 404; 400 for the amount or the date; 409 for a name or a currency, and for fields changed elsewhere
   */
  save(userId: string, input: SaveInput): Promise<AccountRef> {
    return this.#asUser(userId, async (tx) => {
      if (input.accountId === "") return this.#add(tx, userId, input);
      const { account, institutionName } = await this.#find(tx, userId, input.accountId);
      const values = merge({ account, institutionName }, input);
      const row = this.#checked(values);
      await checkCurrency(tx, account, values.isoCurrencyCode);
      await rename(tx, account, { institutionName, wanted: values.institutionName });
      await checkName(tx, account, row.providerAccountId);
      await tx.update(accounts).set(row).where(isAccount(userId, account.accountId));
      if (isRestated(account, row)) await forgetChecks(tx, account, "0001-01-01");
      if (row.type !== account.type) await sortAccount(tx, account);
      return refOf(account);
    });
  }

  /** Closes an account, or opens it again. @throws AppError 404 */
  async setClosed(userId: string, accountId: number, isClosed: boolean): Promise<void> {
    await this.#asUser(userId, async (tx) => {
      const { account } = await this.#find(tx, userId, accountId);
      if ((account.closedAt !== null) === isClosed) return;
      await tx
        .update(accounts)
        .set({ closedAt: isClosed ? this.#kernel.now() : null })
        .where(isAccount(userId, accountId));
    });
  }

  /** Deletes an account with its rows, in batches, and its bank with the last account. @throws AppError 404 */
  async remove(userId: string, accountId: number): Promise<void> {
    const { database, now, settings } = this.#kernel;
    const { account, isLast } = await this.#asUser(userId, async (tx) => {
      const found = await this.#find(tx, userId, accountId);
      const others = await tx.$count(
        accounts,
        and(
          eq(accounts.userId, userId),
          eq(accounts.institutionAccessItemId, found.account.institutionAccessItemId),
        ),
      );
      // Closed, so that nothing is added meanwhile.
      await tx.update(accounts).set({ closedAt: now() }).where(isAccount(userId, accountId));
      return { account: found.account, isLast: others === 1 };
    });
    if (isLast) return this.#deleteBank(userId, account.institutionAccessItemId);
    for (;;) {
      const deleted = await database.asUser(userId, (tx) =>
        tx.execute(sql`
          delete from ${transactions} where transaction_id in (
            select transaction_id from ${transactions}
            where user_id = ${userId} and account_id = ${accountId} limit ${rowsPerDelete})`),
      );
      if ((deleted.rowCount ?? 0) < rowsPerDelete) break;
    }
    await this.#asUser(userId, async (tx) => {
      await tx.delete(accounts).where(isAccount(userId, accountId));
      await sortUnpaired(tx, { userId, mode: settings.bankMode });
    });
  }

  /**
   * Compares a balance with the bank's figure, and adds the difference if asked.
   * @throws AppError 404; 400 for the amount or the date; 409 for a closed account
   */
  checkBalance(userId: string, { accountId, date, balance, adjust }: CheckInput): Promise<CheckAnswer> {
    const { settings, now } = this.#kernel;
    const owner = { userId, mode: settings.bankMode, today: this.#today(), now: now() };
    return this.#asUser(userId, async (tx) => {
      const account = await lockManualAccount(tx, owner, accountId);
      const { openingDate } = (await this.#find(tx, userId, accountId)).account;
      if (date > owner.today) throw invalid({ date: ["Enter today or an earlier day."] });
      if (openingDate !== null && date < openingDate)
        throw invalid({ date: [`Enter a date from ${dateWords(openingDate)} on, when the account begins.`] });
      const figure = amountOf("balance", fromUnits(balance, account.isoCurrencyCode));
      const balances = await manualBalances(tx, userId, date);
      const difference = addMoney(figure, negateMoney(balances.get(accountId) ?? zeroMoney));
      const units = toUnits(difference, account.isoCurrencyCode);
      if (!adjust && difference !== 0) return { difference: units };
      const { isoCurrencyCode } = account;
      const worth = towardsBalance(account.type, figure);
      await noteBalances(tx, userId, "check", [
        { accountId, date, amount: worth, isoCurrencyCode, importId: null },
      ]);
      if (difference === 0) return { difference: units };
      const transactionId = await insertTyped(tx, owner, {
        account,
        date,
        amount: towardsBalance(account.type, difference),
        name: "Balance adjustment",
        chosen: { chosenKind: "leftOut", kindBy: actingMember },
      });
      return { difference: units, transactionId };
    });
  }

  /** Works in a transaction that holds the lock of the person's ledger, as everything that changes rows or accounts here does. */
  #asUser<Result>(userId: string, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#kernel.database.asUser(userId, async (tx) => {
      await lockLedger(tx, userId);
      return work(tx);
    });
  }

  async #add(tx: Transaction, userId: string, input: SaveInput): Promise<AccountRef> {
    const row = this.#checked(input);
    const institutionAccessItemId = await this.#findOrAddBank(tx, userId, input.institutionName);
    const [same] = await tx
      .select()
      .from(accounts)
      .where(
        and(
          eq(accounts.userId, userId),
          eq(accounts.institutionAccessItemId, institutionAccessItemId),
          eq(accounts.providerAccountId, row.providerAccountId),
        ),
      );
    if (same !== undefined) {
      if (isAlike(same, row)) return refOf(same);
      throw nameTaken();
    }
    const [added] = await tx
      .insert(accounts)
      .values({ userId, institutionAccessItemId, ...row })
      .returning();
    if (added === undefined) throw new Error("The database added no account.");
    return refOf(added);
  }

  async #findOrAddBank(tx: Transaction, userId: string, institutionName: string): Promise<number> {
    const institutionId = nameKey(institutionName);
    const [known] = await tx
      .select({ id: items.institutionAccessItemId, state: items.state })
      .from(items)
      .where(
        and(eq(items.userId, userId), eq(items.source, "manual"), eq(items.institutionId, institutionId)),
      )
      .for("share");
    if (known?.state === "removing")
      throw conflict("institutionName", "This bank is being deleted. Try again in a moment.");
    if (known !== undefined) return known.id;
    const [added] = await tx
      .insert(items)
      .values({
        userId,
        source: "manual",
        mode: null,
        institutionId,
        institutionName,
        state: "manual",
        createdAt: this.#kernel.now(),
      })
      .returning({ id: items.institutionAccessItemId });
    if (added === undefined) throw new Error("The database added no bank.");
    return added.id;
  }

  /** @throws AppError 404 for an account that isn't the person's, or has a bank's link */
  async #find(tx: Transaction, userId: string, accountId: number): Promise<Owned> {
    const [found] = await tx
      .select({ account: accounts, institutionName: items.institutionName })
      .from(accounts)
      .innerJoin(items, eq(items.institutionAccessItemId, accounts.institutionAccessItemId))
      .where(
        and(
          isAccount(userId, accountId),
          eq(items.state, "manual"),
          isSeenIn(this.#kernel.settings.bankMode),
        ),
      );
    if (found === undefined) throw notFound();
    return found;
  }

  /** Returns the columns of an account. @throws AppError 400 for the amount or the date */
  #checked({ name, type, isoCurrencyCode, openingBalance, openingDate }: SaveInput) {
    const problem = dayProblem(openingDate, this.#today());
    if (problem !== null) throw invalid({ openingDate: [problem] });
    const opening = amountOf("openingBalance", fromUnits(openingBalance, isoCurrencyCode));
    const providerAccountId = nameKey(name);
    return {
      name,
      providerAccountId,
      ...bankTypeOf(type),
      isoCurrencyCode,
      openingBalance: opening,
      openingDate,
    };
  }

  #today(): string {
    return dateInZone(this.#kernel.now(), this.#kernel.site.timeZone);
  }
}

/** Names that differ only in case or spaces are the same. */
function nameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

function amountOf(field: string, read: MoneyResult): Money {
  if (!read.ok) throw invalid({ [field]: [read.message] });
  return read.value;
}

function refOf({ accountId, institutionAccessItemId }: Account): AccountRef {
  return { accountId, institutionAccessItemId };
}

function isAccount(userId: string, accountId: number) {
  return and(eq(accounts.userId, userId), eq(accounts.accountId, accountId));
}

/** Returns true if a change of an account says anew what it held at first. */
function isRestated(saved: Account, row: Partial<Account>): boolean {
  const fields = ["type", "isoCurrencyCode", "openingBalance", "openingDate"] as const;
  return fields.some((field) => saved[field] !== row[field]);
}

function isAlike(saved: Account, row: Partial<Account>): boolean {
  const fields = ["name", "type", "subtype", "isoCurrencyCode", "openingBalance", "openingDate"] as const;
  return saved.closedAt === null && fields.every((field) => saved[field] === row[field]);
}

function nameTaken() {
  return conflict("name", "You already have an account with this name at this bank.");
}

/** @throws AppError 409 if another account of the bank has the name */
async function checkName(tx: Transaction, account: Account, providerAccountId: string): Promise<void> {
  if (providerAccountId === account.providerAccountId) return;
  const taken = await tx.$count(
    accounts,
    and(
      eq(accounts.userId, account.userId),
      eq(accounts.institutionAccessItemId, account.institutionAccessItemId),
      eq(accounts.providerAccountId, providerAccountId),
    ),
  );
  if (taken > 0) throw nameTaken();
}

/** @throws AppError 409 for another currency than that of the account's rows */
async function checkCurrency(tx: Transaction, account: Account, isoCurrencyCode: string): Promise<void> {
  if (isoCurrencyCode === account.isoCurrencyCode) return;
  const { userId, accountId } = account;
  const rows = await tx.$count(
    transactions,
    and(eq(transactions.userId, userId), eq(transactions.accountId, accountId)),
  );
  if (rows > 0)
    throw conflict("isoCurrencyCode", "You can’t change the currency of an account that has transactions.");
}

/** Renames a bank. @throws AppError 409 if another manual bank has the name */
async function rename(
  tx: Transaction,
  { userId, institutionAccessItemId }: Account,
  { institutionName, wanted }: { institutionName: string; wanted: string },
): Promise<void> {
  if (wanted === institutionName) return;
  const institutionId = nameKey(wanted);
  const taken = await tx.$count(
    items,
    and(
      eq(items.userId, userId),
      eq(items.source, "manual"),
      eq(items.institutionId, institutionId),
      sql`${items.institutionAccessItemId} <> ${institutionAccessItemId}`,
    ),
  );
  if (taken > 0) throw conflict("institutionName", "You already have a bank with this name.");
  await tx
    .update(items)
    .set({ institutionName: wanted, institutionId })
    .where(and(eq(items.userId, userId), eq(items.institutionAccessItemId, institutionAccessItemId)));
}

/** Merges a change with the saved account. @throws AppError 409 for fields that both sides have changed */
function merge({ account, institutionName }: Owned, input: SaveInput): SaveInput {
  const { basedOn } = input;
  if (basedOn === undefined) return input;
  const { name, isoCurrencyCode, openingBalance, openingDate } = account;
  const theirs = {
    institutionName,
    name,
    isoCurrencyCode,
    type: manualTypeOf(account) ?? input.type,
    openingBalance: toUnits(money(openingBalance ?? 0), isoCurrencyCode),
    openingDate: openingDate ?? input.openingDate,
  };
  const merging = new FieldMerge(input.decided);
  const sides = { basedOn, mine: input, theirs };
  const type = merging.takeField<{ type: string }, "type">(sides, "type", {
    label: "Type",
    words: (text) => text,
  });
  const merged: SaveInput = {
    ...input,
    institutionName: merging.takeField(sides, "institutionName", { label: "Bank", words: quoted }),
    name: merging.takeField(sides, "name", { label: "Name", words: quoted }),
    type: manualTypes.find((one) => one === type) ?? input.type,
    isoCurrencyCode: merging.takeField(sides, "isoCurrencyCode", {
      label: "Currency",
      words: (text) => text,
    }),
    openingBalance: merging.takeField(sides, "openingBalance", {
      label: "Opening balance",
      words: (units) => amountWords(units, isoCurrencyCode),
    }),
    openingDate: merging.takeField(sides, "openingDate", { label: "Opening date", words: dateWords }),
  };
  merging.refuseConflicts(theirs);
  return merged;
}
