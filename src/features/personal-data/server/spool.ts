import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import type { Database } from "#server/database/db.ts";
import { budgets } from "#server/tables/budget-tables.ts";
import { incomeSources } from "#server/tables/income-tables.ts";
import type { StoredRow } from "../domain/export-row.ts";
import { pagesOf, readingAs } from "./personal-rows.ts";
import { personalTables, type Person, type PersonalTable } from "./personal-tables.ts";

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);
/** The quickest: it only has to fit into memory for as long as the download takes. */
const level = 1;

/** The rows of a table, compressed a page at a time: what a browser that reads slowly costs is memory, not a connection. */
export type SpooledTable = { known: PersonalTable; pages: Buffer[]; rows: number };

/** Everything of a person, read and let go of. */
export type Spool = {
  tables: SpooledTable[];
  /** The currencies of budgets and income sources, by their ids. */
  currencies: Record<"budget" | "income-source", ReadonlyMap<unknown, string>>;
};

/**
 * Reads everything that is a person's, page by page and not while it is sent (`readingAs`): 20,000 transactions and their bank's rows keep 2 MB of memory (docs/decisions/0019).
 */
export async function spoolPersonalData(
  database: Pick<Database, "unsafeDb" | "asUser">,
  person: Person,
  signal: AbortSignal,
): Promise<Spool> {
  const spooled = new Map<PersonalTable, SpooledTable>();
  const currencies = { budget: new Map<unknown, string>(), "income-source": new Map<unknown, string>() };

  async function keep(known: PersonalTable, pages: AsyncIterable<StoredRow[]>): Promise<void> {
    const table: SpooledTable = { known, pages: [], rows: 0 };
    for await (const rows of pages) {
      signal.throwIfAborted();
      for (const row of rows) {
        if (known.table === budgets) currencies.budget.set(row["budgetId"], String(row["isoCurrencyCode"]));
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

/** The rows of a page again, their instants as text. */
export async function unspool(page: Buffer): Promise<StoredRow[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `spoolPersonalData` has written it from such rows
  return JSON.parse((await inflate(page)).toString("utf8")) as StoredRow[];
}
