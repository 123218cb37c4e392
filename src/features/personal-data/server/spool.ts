import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import type { Database } from "#server/database/db.ts";
import { budgets } from "#server/tables/budget-tables.ts";
import { incomeSources } from "#server/tables/income-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { StoredRow } from "../domain/export-row.ts";
import { pagesOf, readingAs } from "./personal-rows.ts";
import { personalTables, type CurrencyPlace, type Person, type PersonalTable } from "./personal-tables.ts";

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);
/** Fastest compression level, enough to fit into memory during the download. */
const level = 1;

/** Rows of a table, compressed by page, so that a slow browser uses memory instead of a database connection. */
export type SpooledTable = { known: PersonalTable; pages: Buffer[]; rows: number };

/** All data of a person, read into memory. */
export type Spool = {
  tables: SpooledTable[];
  /** Currencies of budgets and income sources by id. */
  currencies: Record<Exclude<CurrencyPlace, "own">, ReadonlyMap<unknown, string>>;
};

/**
 * Reads all data of a person before it is sent, page by page (`readingAs`): 20,000 transactions with their bank records
 * take 2 MB of memory (docs/decisions/0019).
 */
export async function spoolPersonalData(
  database: Pick<Database, "unsafeDb" | "asUser">,
  person: Person,
  signal: AbortSignal,
): Promise<Spool> {
  const spooled = new Map<PersonalTable, SpooledTable>();
  const currencies = {
    budget: new Map<unknown, string>(),
    "income-source": new Map<unknown, string>(),
    transaction: new Map<unknown, string>(),
  };

  async function keep(known: PersonalTable, pages: AsyncIterable<StoredRow[]>): Promise<void> {
    const table: SpooledTable = { known, pages: [], rows: 0 };
    for await (const rows of pages) {
      signal.throwIfAborted();
      for (const row of rows) {
        if (known.table === budgets) currencies.budget.set(row["budgetId"], String(row["isoCurrencyCode"]));
        if (known.table === transactions)
          currencies.transaction.set(row["transactionId"], String(row["isoCurrencyCode"]));
        if (known.table === incomeSources)
          currencies["income-source"].set(row["incomeSourceId"], String(row["isoCurrencyCode"]));
      }
      table.rows += rows.length;
      table.pages.push(await deflate(JSON.stringify(rows), { level }));
    }
    spooled.set(known, table);
  }

  for (const known of personalTables.filter(({ isKernel }) => isKernel === true))
    await keep(
      known,
      pagesOf((query) => query(database.unsafeDb), known, person),
    );
  await readingAs(database, person.userId, async (read) => {
    for (const known of personalTables.filter(({ isKernel }) => isKernel !== true))
      await keep(known, pagesOf(read, known, person));
  });
  return { tables: personalTables.flatMap((known) => spooled.get(known) ?? []), currencies };
}

/** Decompresses the rows of a page; instants are text. */
export async function unspool(page: Buffer): Promise<StoredRow[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `spoolPersonalData` from such rows
  return JSON.parse((await inflate(page)).toString("utf8")) as StoredRow[];
}
