import { Zip, ZipDeflate } from "fflate";
import { csvLines } from "#shared/text/csv.ts";
import { exportRow, type ExportCell, type StoredRow } from "../domain/export-row.ts";
import { exportedColumns } from "./personal-columns.ts";
import type { CurrencyPlace } from "./personal-tables.ts";
import { unspool, type Spool, type SpooledTable } from "./spool.ts";

const encoder = new TextEncoder();
const byteOrderMark = "\uFEFF";

/**
 * Generates the download: README.txt, and each table as JSON and as CSV. Works on demand, with at most one page of rows
 * uncompressed.
 */
export async function* archiveOf(
  spool: Spool,
  { readme, madeAt }: { readme: string; madeAt: Date },
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    ready.push(chunk);
  });

  async function* file(name: string, texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
    const entry = new ZipDeflate(name, { level: 6 });
    entry.mtime = madeAt;
    zip.add(entry);
    for await (const text of texts) {
      entry.push(encoder.encode(text));
      yield* ready.splice(0);
    }
    entry.push(new Uint8Array(0), true);
    yield* ready.splice(0);
  }

  yield* file("README.txt", textsOf([readme]));
  for (const table of spool.tables) {
    const { name } = table.known;
    yield* file(`json/${name}.json`, jsonTexts(table, spool));
    yield* file(`csv/${name}.csv`, csvTexts(table, spool));
  }
  zip.end();
  yield* ready.splice(0);
}

async function* textsOf(texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}

/** Generates a JSON list with one row per line. */
async function* jsonTexts(table: SpooledTable, spool: Spool): AsyncGenerator<string> {
  yield "[";
  let between = "\n";
  for await (const rows of cellsOf(table, spool)) {
    let text = "";
    for (const cells of rows) {
      text += between + JSON.stringify(Object.fromEntries(cells.map(({ name, json }) => [name, json])));
      between = ",\n";
    }
    yield text;
  }
  yield "\n]\n";
}

async function* csvTexts(table: SpooledTable, spool: Spool): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([namesOf(table)]);
  for await (const rows of cellsOf(table, spool)) {
    yield csvLines(rows.map((cells) => cells.map(({ csv }) => csv)));
  }
}

async function* cellsOf(table: SpooledTable, spool: Spool): AsyncGenerator<ExportCell[][]> {
  const { known, pages } = table;
  const shape = { columns: exportedColumns(known), moneyColumns: known.money?.columns ?? [] };
  const place = known.money?.currency ?? null;
  for (const page of pages) {
    const rows = await unspool(page);
    yield rows.map((row) => {
      const currency = place === null ? null : currencyOf(row, place, spool);
      const cells = exportRow(row, shape, currency);
      // Amounts are always exported with their currency.
      if (needsCurrency(table)) cells.push({ name: currencyColumn, json: currency, csv: currency ?? "" });
      return cells;
    });
  }
}

const currencyColumn = "isoCurrencyCode";

/** True if the table has amounts but no currency column. */
function needsCurrency({ known }: SpooledTable): boolean {
  return known.money !== undefined && known.money.currency !== "own";
}

function namesOf(table: SpooledTable): string[] {
  return [...exportedColumns(table.known), ...(needsCurrency(table) ? [currencyColumn] : [])];
}

function currencyOf(row: StoredRow, place: CurrencyPlace, { currencies }: Spool): string | null {
  if (place === "own") return String(row[currencyColumn]);
  return currencies[place].get(row[placeIds[place]]) ?? null;
}

const placeIds = { budget: "budgetId", "income-source": "incomeSourceId", transaction: "transactionId" };
