import { and, asc, eq, gt, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import { accounts, institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { notFound } from "#shared/errors.ts";
import type { ItemState } from "#shared/finance-shapes.ts";
import { money } from "#shared/money.ts";
import type { Direction, IncomeSource, IncomeTerm, IncomeTerms } from "../../domain/income-source.ts";
import { incomeSources, incomeTerms } from "#server/tables/income-tables.ts";

/** Context of every income query: a transaction (row-level security), its person, and the bank mode. */
export type IncomeScope = { tx: Transaction; userId: string; mode: "sandbox" | "live" };

export type Institution = {
  institutionAccessItemId: number;
  institutionName: string;
  state: ItemState;
  /** Currencies of its deposit accounts. */
  accountCurrencies: string[];
};

/** Returns one of the person's banks. @throws AppError 404 */
export async function readInstitution(
  { tx, userId, mode }: IncomeScope,
  institutionAccessItemId: number,
): Promise<Institution> {
  const rows = await tx
    .select({
      institutionAccessItemId: institutionAccessItems.institutionAccessItemId,
      institutionName: institutionAccessItems.institutionName,
      state: institutionAccessItems.state,
      currency: accounts.isoCurrencyCode,
    })
    .from(institutionAccessItems)
    .leftJoin(
      accounts,
      and(
        eq(accounts.institutionAccessItemId, institutionAccessItems.institutionAccessItemId),
        eq(accounts.userId, userId),
        eq(accounts.type, "depository"),
      ),
    )
    .where(
      and(
        eq(institutionAccessItems.userId, userId),
        isSeenIn(mode),
        eq(institutionAccessItems.institutionAccessItemId, institutionAccessItemId),
      ),
    );
  const [first] = rows;
  if (first === undefined) throw notFound();
  const { currency: _, ...institution } = first;
  return { ...institution, accountCurrencies: rows.flatMap(({ currency }) => currency ?? []) };
}

/** Returns the income sources, or the bills, at a bank, by name. */
export function sourcesAt(
  scope: IncomeScope,
  institutionAccessItemId: number,
  direction: Direction = "in",
): Promise<IncomeSource[]> {
  const isAt = eq(incomeSources.institutionAccessItemId, institutionAccessItemId);
  return readSources(scope, sql`${isAt} and ${incomeSources.direction} = ${direction}`);
}

/** Returns the sources and bills of all linked banks, by name; unlinked banks get no more payments. */
export function sourcesOfLinked(scope: IncomeScope): Promise<(IncomeSource & { institutionName: string })[]> {
  return readSources(
    scope,
    inArray(institutionAccessItems.state, [
      "manual",
      "importing",
      "healthy",
      "expiring",
      "repair",
      "down",
      "revoked",
    ]),
  );
}

/** Returns one of the person's sources. @throws AppError 404 */
export async function readSource(scope: IncomeScope, incomeSourceId: number): Promise<IncomeSource> {
  const [source] = await readSources(scope, eq(incomeSources.incomeSourceId, incomeSourceId));
  if (source === undefined) throw notFound();
  return source;
}

/** Locks a source until the transaction ends, if it isn't deleted or (with `since`) was deleted after that. */
export async function lockSource(
  { tx, userId, mode }: IncomeScope,
  incomeSourceId: number,
  since?: Date,
): Promise<{ deletedAt: Date | null }> {
  const [row] = await tx
    .select({ deletedAt: incomeSources.deletedAt })
    .from(incomeSources)
    .innerJoin(
      institutionAccessItems,
      eq(institutionAccessItems.institutionAccessItemId, incomeSources.institutionAccessItemId),
    )
    .where(
      and(
        eq(incomeSources.userId, userId),
        isSeenIn(mode),
        eq(incomeSources.incomeSourceId, incomeSourceId),
        since === undefined
          ? isNull(incomeSources.deletedAt)
          : or(isNull(incomeSources.deletedAt), gt(incomeSources.deletedAt, since)),
      ),
    )
    .for("update", { of: incomeSources });
  if (row === undefined) throw notFound();
  return row;
}

/**
 * Expression for a source's terms as one text, such as `2026-01 100000 15,2026-07 110000 15`, so that each source is a
 * single row.
 */
const termsText = sql<string>`(select string_agg(concat_ws(' ', ${incomeTerms.effectiveFrom}, ${incomeTerms.amountDue}, ${incomeTerms.dayOfMonthDue}), ',' order by ${incomeTerms.effectiveFrom}) from ${incomeTerms} where ${incomeTerms.incomeSourceId} = ${incomeSources.incomeSourceId})`;

async function readSources(
  { tx, userId, mode }: IncomeScope,
  where: SQL,
): Promise<(IncomeSource & { institutionName: string })[]> {
  const rows = await tx
    .select({ source: incomeSources, institutionName: institutionAccessItems.institutionName, termsText })
    .from(incomeSources)
    .innerJoin(
      institutionAccessItems,
      eq(institutionAccessItems.institutionAccessItemId, incomeSources.institutionAccessItemId),
    )
    .where(and(eq(incomeSources.userId, userId), isNull(incomeSources.deletedAt), isSeenIn(mode), where))
    .orderBy(sql`lower(${incomeSources.name})`, asc(incomeSources.incomeSourceId));
  return rows.map(({ source, institutionName, termsText: text }) =>
    Object.assign(source, { institutionName, terms: readTerms(text) }),
  );
}

function readTerms(text: string): IncomeTerms {
  const [first, ...others] = text.split(",").map(readTerm);
  if (first === undefined) throw new Error("An income source has no terms.");
  return [first, ...others];
}

function readTerm(text: string): IncomeTerm {
  const [effectiveFrom = "", amountDue, dayOfMonthDue] = text.split(" ");
  return { effectiveFrom, amountDue: money(Number(amountDue)), dayOfMonthDue: Number(dayOfMonthDue) };
}
