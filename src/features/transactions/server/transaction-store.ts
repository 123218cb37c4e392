import { and, eq, gte, lte, isNotNull, isNull, sql, count, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { incomePayments } from "#server/tables/income-tables.ts";
import { institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";
import type { Database, Transaction } from "#server/database/db.ts";
import { notFound } from "#shared/errors.ts";
import type { transactionsContract } from "../contract.ts";
import { isAtBank, isInflowRow, isListed } from "./sorting/row-kinds.ts";
import { readTransactions } from "./transaction-reader.ts";
import { transactions } from "#server/tables/transaction-tables.ts";

type Wanted = z.output<typeof transactionsContract.getTransactions.input>;
export type Mode = "sandbox" | "live";

/** Condition for rows of the banks that the site shows: sandbox and live never mix (docs/reference/product.md, "Sandboxes"). */
export function ofMode(mode: Mode, item: AnyPgColumn = transactions.institutionAccessItemId): SQL {
  // An array is read once; as `in (select …)`, the planner may look banks up for each row.
  return sql`${item} = any(array(
    select ${institutionAccessItems.institutionAccessItemId} from ${institutionAccessItems}
    where ${isSeenIn(mode)}))`;
}

/** Database access for the ledger's calls, each for one person. */
export class TransactionStore {
  readonly #database: Database;
  readonly #mode: Mode;

  constructor(database: Database, mode: Mode) {
    this.#database = database;
    this.#mode = mode;
  }

  /** Returns one institution's rows. @throws notFound() if the institution isn't the person's */
  list(userId: string, wanted: Wanted) {
    return this.#database.asUser(userId, async (tx) => {
      const { institutionAccessItemId } = wanted;
      const institutionName = await this.#institutionName(tx, userId, institutionAccessItemId);
      const ofInstitution = eq(transactions.institutionAccessItemId, institutionAccessItemId);
      const page = await readTransactions(tx, {
        userId,
        where: and(ofInstitution, ...filters(wanted)),
        paging: wanted,
      });
      const [inflows] = await tx
        .select({ count: count() })
        .from(transactions)
        .where(and(eq(transactions.userId, userId), ofInstitution, isListed, isInflowRow));
      return { ...page, institutionName, inflowCount: inflows?.count ?? 0 };
    });
  }

  async #institutionName(tx: Transaction, userId: string, institutionAccessItemId: number): Promise<string> {
    const [item] = await tx
      .select({ name: institutionAccessItems.institutionName })
      .from(institutionAccessItems)
      .where(
        and(
          eq(institutionAccessItems.institutionAccessItemId, institutionAccessItemId),
          eq(institutionAccessItems.userId, userId),
          isSeenIn(this.#mode),
        ),
      );
    if (item === undefined) throw notFound();
    return item.name;
  }
}

function filters({ flow, startDate, endDate, incomeSourceId, linked, removed }: Wanted): (SQL | undefined)[] {
  const flows = { in: sql`${transactions.amount} > 0`, out: sql`${transactions.amount} < 0` };
  return [
    flow && flows[flow],
    startDate === undefined ? undefined : gte(transactions.date, startDate),
    endDate === undefined ? undefined : lte(transactions.date, endDate),
    incomeSourceId === undefined ? undefined : eq(incomePayments.incomeSourceId, incomeSourceId),
    linked === "true" ? isNotNull(incomePayments.incomePaymentId) : undefined,
    linked === "false" ? isNull(incomePayments.incomePaymentId) : undefined,
    removed === "true" ? sql`not ${isAtBank}` : undefined,
    removed === "false" ? isAtBank : undefined,
  ];
}
