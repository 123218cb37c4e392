import { and, asc, desc, eq, gte, sql, type SQL } from "drizzle-orm";
import type { Database } from "#server/database/db.ts";
import type { BillListItem } from "../domain/bill-shapes.ts";
import { readBillType, type BillKey, type BillType } from "../domain/bill-types.ts";
import { wordsOf } from "../domain/search-words.ts";
import { isBill, isListed, type BillFilter, type BillMatch } from "./feeds/bill-conditions.ts";
import { bills } from "#server/tables/bill-tables.ts";

/** A bill of the index. `changedAt` is when the index saw it new or changed. */
export type IndexedBill = { key: BillKey; item: BillListItem; changedAt: Date };

/** Numbers of bills by Congress and type. */
export type BillCounts = { congress: number; billType: BillType; count: number }[];

export type BillStore = {
  /** Newest action first; on the same day the newest Congress, then by type and number. */
  list: (filter: BillFilter, paging: { page: number; pageSize: number }) => Promise<BillListItem[]>;
  /** Bills by words of their title: those that are, begin with, or contain the words as written, then the newest. */
  suggest: (text: string, limit: number) => Promise<(BillKey & { title: string })[]>;
  countByCongressAndType: (match: BillMatch | undefined) => Promise<BillCounts>;
  count: () => Promise<number>;
  /** Returns null if the index doesn't have it (yet). */
  find: (key: BillKey) => Promise<IndexedBill | null>;
  /** Returns the bill with this number in the newest Congress that has one. */
  findNewest: (billType: BillType, billNumber: string) => Promise<IndexedBill | null>;
  /** Returns the bill that became a law; `lawNumber` is in the form `117-58`. */
  findLaw: (lawType: "pub" | "priv", lawNumber: string) => Promise<IndexedBill | null>;
};

export type BillStoreOptions = {
  database: Database;
  /** Address of the upstream; rows from others are ignored. */
  source: string;
  /** Earliest Congress; rows of earlier ones are ignored because nothing updates them. */
  fromCongress: number;
};

type Row = typeof bills.$inferSelect;

/** Common words match most bills; only the newest are worth comparing. */
const mostCompared = 500;

const newestFirst = [
  sql`${bills.latestActionDate} desc nulls last`,
  sql`${bills.congress} desc nulls last`,
  asc(bills.type),
  asc(bills.number),
];

/** Reads the index. It is public data without an owner, so it bypasses row-level security. */
export function createBillStore({ database, source, fromCongress }: BillStoreOptions): BillStore {
  const { unsafeDb } = database;
  const isShown = and(eq(bills.source, source), gte(bills.congress, fromCongress));

  async function findOne(where: SQL | undefined): Promise<IndexedBill | null> {
    const [row] = await unsafeDb
      .select()
      .from(bills)
      .where(and(isShown, where))
      .orderBy(desc(bills.congress))
      .limit(1);
    return row === undefined ? null : { key: keyOf(row), item: toItem(row), changedAt: row.changedAt };
  }

  return {
    async list(filter, { page, pageSize }) {
      const rows = await unsafeDb
        .select()
        .from(bills)
        .where(and(isShown, isListed(filter)))
        .orderBy(...newestFirst)
        .limit(pageSize)
        .offset((page - 1) * pageSize);
      return rows.map(toItem);
    },
    async suggest(text, limit) {
      const newest = unsafeDb
        .select({
          congress: bills.congress,
          type: bills.type,
          number: bills.number,
          title: bills.title,
          words: bills.words,
          age: sql<number>`row_number() over (order by ${sql.join(newestFirst, sql`, `)})`.as("age"),
        })
        .from(bills)
        .where(and(isShown, isListed({ match: { kind: "words", text } })))
        .orderBy(...newestFirst)
        .limit(mostCompared)
        .as("newest");
      // Words contain only letters and digits, so they have none of LIKE's wildcards.
      const phrase = wordsOf(text).join(" ");
      const rank = sql`case when ${newest.words} = ${phrase} then 0
        when ${newest.words} like ${`${phrase}%`} then 1
        when ${newest.words} like ${`% ${phrase}%`} then 2 else 3 end`;
      const rows = await unsafeDb.select().from(newest).orderBy(rank, newest.age).limit(limit);
      return rows.map((row) => Object.assign(keyOf(row), { title: row.title }));
    },
    async countByCongressAndType(match) {
      const rows = await unsafeDb
        .select({ congress: bills.congress, type: bills.type, count: sql<number>`count(*)::int` })
        .from(bills)
        .where(and(isShown, isListed({ match })))
        .groupBy(bills.congress, bills.type);
      return rows.map(({ congress, type, count }) => ({ congress, billType: typeOf(type), count }));
    },
    count: () => unsafeDb.$count(bills, isShown),
    find: (key) => findOne(isBill(key)),
    findNewest: (billType, billNumber) =>
      findOne(and(eq(bills.type, billType), eq(bills.number, Number(billNumber)))),
    findLaw: (lawType, lawNumber) => findOne(and(eq(bills.lawType, lawType), eq(bills.lawNumber, lawNumber))),
  };
}

function typeOf(type: string): BillType {
  const billType = readBillType(type);
  if (billType === null) throw new Error(`The index contains a bill of unknown type ${type}.`);
  return billType;
}

/** Returns the key of a row's bill. */
export function keyOf({ congress, type, number }: Pick<Row, "congress" | "type" | "number">): BillKey {
  return { congress, billType: typeOf(type), billNumber: String(number) };
}

function toItem(row: Row): BillListItem {
  return {
    congress: row.congress,
    type: row.type.toUpperCase(),
    number: String(row.number),
    title: row.title,
    updateDate: row.updateDate,
    introducedDate: row.introducedDate ?? undefined,
    originChamber: row.originChamber ?? undefined,
    latestAction: latestActionOf(row),
    laws:
      row.lawNumber === null
        ? []
        : [{ number: row.lawNumber, type: row.lawType === "priv" ? "Private Law" : "Public Law" }],
  };
}

function latestActionOf(row: Row): BillListItem["latestAction"] {
  if (row.latestActionText === null) return undefined;
  return {
    actionDate: row.latestActionDate ?? undefined,
    actionTime: row.latestActionTime ?? undefined,
    text: row.latestActionText,
  };
}
