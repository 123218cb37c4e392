import type { z } from "zod";
import type { Kernel } from "#server/feature.ts";
import type { Copy, UpstreamCopies } from "#server/upstreams/upstream-copies.ts";
import {
  congressSchemas,
  readCongressDate,
  type Bill as UpstreamBill,
  type BillRef,
  type CongressClient,
} from "#upstreams/congress/index.ts";
import type { BillKey } from "../domain/bill-types.ts";
import type { BillIndexStore } from "./index-pass/bill-index-store.ts";
import { lawOf } from "./index-pass/bill-rows.ts";
import type { IndexedBill } from "./bill-store.ts";
import type { CongressCalls } from "./congress-calls.ts";
import { sittingCongress } from "./index-pass/sitting-congress.ts";

/** A list that is part of a bill's page. */
export type BillList<Value> = {
  name: string;
  schema: z.ZodType<Value>;
  empty: Value;
  /** Returns its length according to the bill itself. */
  countOf: (bill: UpstreamBill) => number;
  fetch: (client: CongressClient, ref: BillRef) => Promise<Value>;
};

function listOf<Value>(list: BillList<Value>): BillList<Value> {
  return list;
}

/** Lists of a bill, by the name of the client's call. */
export const billLists = {
  actions: listOf({
    name: "actions",
    schema: congressSchemas.actions,
    empty: [],
    countOf: (bill) => bill.actions.count,
    fetch: (client, ref) => client.actions(ref),
  }),
  cosponsors: listOf({
    name: "cosponsors",
    schema: congressSchemas.cosponsors,
    empty: [],
    countOf: (bill) => bill.cosponsors.countIncludingWithdrawnCosponsors,
    fetch: (client, ref) => client.cosponsors(ref),
  }),
  amendments: listOf({
    name: "amendments",
    schema: congressSchemas.amendments,
    empty: [],
    countOf: (bill) => bill.amendments.count,
    fetch: (client, ref) => client.amendments(ref),
  }),
  summaries: listOf({
    name: "summaries",
    schema: congressSchemas.summaries,
    empty: [],
    countOf: (bill) => bill.summaries.count,
    fetch: (client, ref) => client.summaries(ref),
  }),
  textVersions: listOf({
    name: "text",
    schema: congressSchemas.textVersions,
    empty: [],
    countOf: (bill) => bill.textVersions.count,
    fetch: (client, ref) => client.textVersions(ref),
  }),
  committees: listOf({
    name: "committees",
    schema: congressSchemas.committees,
    empty: [],
    countOf: (bill) => bill.committees.count,
    fetch: (client, ref) => client.committees(ref),
  }),
  subjects: listOf({
    name: "subjects",
    schema: congressSchemas.subjects,
    empty: { legislativeSubjects: [], policyArea: null },
    countOf: (bill) => bill.subjects.count,
    fetch: (client, ref) => client.subjects(ref),
  }),
  relatedBills: listOf({
    name: "relatedbills",
    schema: congressSchemas.relatedBills,
    empty: [],
    countOf: (bill) => bill.relatedBills.count,
    fetch: (client, ref) => client.relatedBills(ref),
  }),
};

/** A bill whose details have been read. */
export type KnownBill = { key: BillKey; indexed: IndexedBill | null; details: Copy<UpstreamBill> };

export type BillCopies = {
  /**
   * Returns the bill itself with its age.
   * @throws CongressError if there is no copy and the upstream fails
   */
  details: (key: BillKey, indexed: IndexedBill | null) => Promise<Copy<UpstreamBill>>;
  /** Returns a list; makes no call if the bill itself says it is empty. @throws as `details` */
  list: <Value>(list: BillList<Value>, bill: KnownBill) => Promise<Copy<Value>>;
  /** Returns the stored copy of a list, whatever its age. */
  keptList: <Value>(list: BillList<Value>, key: BillKey) => Promise<{ value: Value; asOf: Date } | null>;
};

type BillCopiesOptions = {
  kernel: Pick<Kernel, "log" | "now">;
  client: CongressClient;
  copies: UpstreamCopies;
  calls: CongressCalls;
  indexStore: Pick<BillIndexStore, "noteDetails">;
};

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const weekMs = 7 * dayMs;

/** Reads bills through copies that are served at once and refreshed in the background. */
export function createBillCopies(options: BillCopiesOptions): BillCopies {
  const { kernel, client, copies, calls } = options;
  return {
    details: (key, indexed) =>
      copies.read({
        key: copyKey(key, "item"),
        schema: congressSchemas.bill,
        freshMs: freshMs(kernel, key, (indexed?.item.laws.length ?? 0) > 0),
        changedAt: indexed?.changedAt ?? null,
        waitWhenOlderThanMs: weekMs,
        fetch: async () => {
          const ask = indexed === null ? calls.askUnknown : calls.ask;
          const value = await ask(() => client.bill(refOf(key)));
          await noteDetails(options, key, value);
          return { value };
        },
      }),
    list: async (list, { key, indexed, details }) =>
      list.countOf(details.value) === 0
        ? { value: list.empty, asOf: details.asOf, isStale: details.isStale }
        : copies.read({
            key: copyKey(key, list.name),
            schema: list.schema,
            freshMs: freshMs(kernel, key, details.value.laws.length > 0),
            changedAt: changedAt(kernel, details.value, indexed),
            waitWhenOlderThanMs: weekMs,
            fetch: async () => ({ value: await calls.ask(() => list.fetch(client, refOf(key))) }),
          }),
    keptList: (list, key) => copies.peek(copyKey(key, list.name), list.schema),
  };
}

function copyKey({ congress, billType, billNumber }: BillKey, part: string): string {
  return `bill ${congress}/${billType}/${billNumber} ${part}`;
}

function refOf({ congress, billType, billNumber }: BillKey): BillRef {
  return { congress, type: billType, number: billNumber };
}

/** Returns how long a copy stays fresh: a current bill may change any minute, a law rarely, a bill of an ended Congress never. */
function freshMs(kernel: Pick<Kernel, "now">, { congress }: BillKey, isLaw: boolean): number {
  if (congress < sittingCongress(kernel)) return weekMs;
  return isLaw ? dayMs : 15 * minuteMs;
}

/** Returns the later of the bill's own update time and the time the index saw its row change. */
function changedAt(
  { now }: Pick<Kernel, "now">,
  bill: UpstreamBill,
  indexed: IndexedBill | null,
): Date | null {
  const updatedAt = readCongressDate(bill.updateDate)?.instant ?? null;
  // A time in the future would make every copy stale.
  const known = [updatedAt, indexed?.changedAt ?? null].filter(
    (instant) => instant !== null && instant <= now(),
  );
  return known.length === 0 ? null : new Date(Math.max(...known.map(Number)));
}

/** Adds details to the index that its lists lack. A failure here doesn't affect the page. */
async function noteDetails(
  { indexStore, kernel }: BillCopiesOptions,
  key: BillKey,
  bill: UpstreamBill,
): Promise<void> {
  try {
    await indexStore.noteDetails(key, {
      introducedDate: bill.introducedDate,
      ...lawOf(bill.latestAction?.text ?? null, bill.laws),
    });
  } catch (error) {
    kernel.log.warn({ error }, "Can't add a bill's details to the index.");
  }
}
