import { CongressError } from "./congress-errors.ts";

/** One page of any list. */
export type ListPage = {
  /** Unparsed content under the list's name; null if it was omitted. */
  content: unknown;
  /** Length of the whole list, as the service counts. */
  count: number | null;
  countIncludingWithdrawn: number | null;
  next: string | null;
};

type ListReading<Row> = {
  read: (address: string) => Promise<ListPage>;
  rowsOf: (page: ListPage) => Row[];
  /** Returns how many rows the whole list should have. */
  expectedRows: (page: ListPage) => number | null;
  /** Identifies a row that is on two pages. */
  keyOf: (row: Row) => string;
};

// 10,000 rows; the longest list of any bill has about two thousand amendments.
const mostPages = 40;
const mostReadings = 2;

/**
 * Reads every page of a list, starting at `address`. Rows can move between pages while we read, and then appear twice or not at
 * all; such a list is read again, and rows still on two pages are kept once. Pages that loop or never end are an error.
 * @throws CongressError
 */
export async function readCompleteList<Row>(address: string, reading: ListReading<Row>): Promise<Row[]> {
  for (let attempt = 1; ; attempt += 1) {
    const pages = await readPages(address, reading.read);
    const [first] = pages;
    if (first === undefined) throw new CongressError("unavailable", `${address} has no first page.`);
    const lists = pages.map((page) => reading.rowsOf(page));
    const rows = withoutRepeats(lists, reading.keyOf);
    const isSteady = pages.every(({ count }) => count === first.count);
    const expected = reading.expectedRows(first);
    const isWhole = isSteady && (expected === null || rows.length === expected);
    if (pages.length === 1 || isWhole || attempt >= mostReadings) return rows;
  }
}

async function readPages(address: string, read: (address: string) => Promise<ListPage>): Promise<ListPage[]> {
  const seen = new Set<string>();
  const pages: ListPage[] = [];
  for (let next: string | null = address; next !== null;) {
    if (seen.has(next) || seen.size >= mostPages) {
      const what = seen.has(next) ? "loop" : `don't end after ${mostPages}`;
      throw new CongressError("unavailable", `The pages of api.congress.gov's list ${what} (${address}).`);
    }
    seen.add(next);
    const page: ListPage = await read(next);
    pages.push(page);
    ({ next } = page);
  }
  return pages;
}

/** Removes rows that a later page repeats. Duplicates within one page stay, because actions have no id. */
function withoutRepeats<Row>(pages: readonly Row[][], keyOf: (row: Row) => string): Row[] {
  const seen = new Set<string>();
  return pages.flatMap((rows) => {
    const fresh = rows.filter((row) => !seen.has(keyOf(row)));
    for (const row of fresh) seen.add(keyOf(row));
    return fresh;
  });
}
