import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import type { Database } from "#server/database/db.ts";
import type { BillKey } from "../../domain/bill-types.ts";
import { isBill } from "../feeds/bill-conditions.ts";
import { billIndexStates, bills } from "#server/tables/bill-tables.ts";
import type { IndexRow } from "./bill-rows.ts";
import { keyOf } from "../bill-store.ts";

/** Progress of reading one Congress (`bill_index_states`). */
export type CongressState = Omit<typeof billIndexStates.$inferSelect, "source">;

export type BillIndexStore = {
  /** Saves rows of a list; of a bill listed twice, the last row. Returns the number of new or changed rows. */
  save: (rows: readonly IndexRow[], at: Date) => Promise<number>;
  /** Saves what only the bill's details contain. */
  noteDetails: (
    key: BillKey,
    known: Pick<typeof bills.$inferInsert, "introducedDate" | "lawType" | "lawNumber">,
  ) => Promise<void>;
  /** Counts a Congress's bills that lists have returned since then. */
  countSeenSince: (congress: number, since: Date) => Promise<number>;
  /** Returns a Congress's bills that no list has returned since then. */
  unseenSince: (congress: number, since: Date, limit: number) => Promise<BillKey[]>;
  remove: (key: BillKey) => Promise<void>;
  /** Deletes the bills and progress of earlier Congresses. */
  removeBefore: (congress: number) => Promise<void>;
  states: () => Promise<CongressState[]>;
  saveState: (state: CongressState) => Promise<void>;
};

/** Columns whose change makes a list's row a changed one, in SQL. */
const listFields = [
  "title",
  "latest_action_date",
  "latest_action_time",
  "latest_action_text",
  "origin_chamber",
  "update_date",
  "update_date_including_text",
];
const fieldsOf = (table: string) => listFields.map((name) => `${table}.${name}`).join(", ");
const hasChanged = sql.raw(`(${fieldsOf("bills")}) is distinct from (${fieldsOf("excluded")})`);
const excluded = (column: string) => sql.raw(`excluded.${column}`);

/** Writes the index and its progress. */
export function createBillIndexStore({
  database,
  source,
}: {
  database: Database;
  source: string;
}): BillIndexStore {
  const { unsafeDb } = database;
  const ofCongress = (congress: number) => and(eq(bills.source, source), eq(bills.congress, congress));

  return {
    save: (rows, at) => saveRows(database, source, rows, at),
    async noteDetails(key, { introducedDate = null, lawType = null, lawNumber = null }) {
      await unsafeDb
        .update(bills)
        .set({
          introducedDate: sql`coalesce(${introducedDate}::date, ${bills.introducedDate})`,
          lawType: sql`coalesce(${lawType}, ${bills.lawType})`,
          lawNumber: sql`coalesce(${lawNumber}, ${bills.lawNumber})`,
        })
        .where(and(eq(bills.source, source), isBill(key)));
    },
    countSeenSince: (congress, since) =>
      unsafeDb.$count(bills, and(ofCongress(congress), gte(bills.seenAt, since))),
    async unseenSince(congress, since, limit) {
      const rows = await unsafeDb
        .select()
        .from(bills)
        .where(and(ofCongress(congress), lt(bills.seenAt, since)))
        .orderBy(asc(bills.type), asc(bills.number))
        .limit(limit);
      return rows.map(keyOf);
    },
    async remove(key) {
      await unsafeDb.delete(bills).where(and(eq(bills.source, source), isBill(key)));
    },
    async removeBefore(congress) {
      await unsafeDb.delete(bills).where(and(eq(bills.source, source), lt(bills.congress, congress)));
      await unsafeDb
        .delete(billIndexStates)
        .where(and(eq(billIndexStates.source, source), lt(billIndexStates.congress, congress)));
    },
    async states() {
      return unsafeDb.select().from(billIndexStates).where(eq(billIndexStates.source, source));
    },
    async saveState(state) {
      await unsafeDb
        .insert(billIndexStates)
        .values({ ...state, source })
        .onConflictDoUpdate({ target: [billIndexStates.source, billIndexStates.congress], set: state });
    },
  };
}

async function saveRows(
  { unsafeDb }: Database,
  source: string,
  rows: readonly IndexRow[],
  at: Date,
): Promise<number> {
  const byKey = new Map(rows.map((row) => [`${row.congress} ${row.type} ${row.number}`, row]));
  if (byKey.size === 0) return 0;
  const own = { source, changedAt: at, seenAt: at };
  const saved = await unsafeDb
    .insert(bills)
    .values([...byKey.values()].map((row) => Object.assign({}, row, own)))
    .onConflictDoUpdate({
      target: [bills.source, bills.congress, bills.type, bills.number],
      set: {
        title: excluded("title"),
        words: excluded("words"),
        latestActionDate: excluded("latest_action_date"),
        latestActionTime: excluded("latest_action_time"),
        latestActionText: excluded("latest_action_text"),
        originChamber: excluded("origin_chamber"),
        updateDate: excluded("update_date"),
        updateDateIncludingText: excluded("update_date_including_text"),
        // A law stays a law, whatever the later actions.
        lawType: sql`coalesce(excluded.law_type, ${bills.lawType})`,
        lawNumber: sql`coalesce(excluded.law_number, ${bills.lawNumber})`,
        changedAt: sql`case when ${hasChanged} then excluded.changed_at else ${bills.changedAt} end`,
        seenAt: excluded("seen_at"),
      },
    })
    .returning({ changedAt: bills.changedAt });
  return saved.filter(({ changedAt }) => changedAt.getTime() === at.getTime()).length;
}

/** Returns the progress of a Congress of which no page has been read. */
export function unreadCongress(congress: number): CongressState {
  return {
    congress,
    readThrough: null,
    fullyReadAt: null,
    passStartedAt: null,
    passFrom: null,
    passNext: null,
    passRepeats: 0,
    problem: null,
    problemAt: null,
  };
}
