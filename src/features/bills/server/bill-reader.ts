import type { Kernel } from "#server/feature.ts";
import { createShortMemory } from "#server/limits/short-memory.ts";
import type { Copy } from "#server/upstreams/upstream-copies.ts";
import { notFound, upstreamFailed, type AppError } from "#shared/errors.ts";
import { CongressError, type Bill as UpstreamBill } from "#upstreams/congress/index.ts";
import type { BillBlocks, BlockAge } from "../domain/bill-shapes.ts";
import type { BillKey } from "../domain/bill-types.ts";
import { billLists, type BillCopies, type BillList, type KnownBill } from "./bill-copies.ts";
import type { BillStore, IndexedBill } from "./bill-store.ts";
import {
  viewActions,
  viewAmendments,
  viewBill,
  viewCommittees,
  viewCosponsors,
  viewIndexedBill,
  viewRelatedBills,
  viewSubjects,
  viewSummaries,
  viewTextVersions,
} from "./bill-views.ts";

export type BillReader = {
  /**
   * Returns all blocks of a bill's page, which fail independently. For a bill that only the index has, returns its facts
   * and failed blocks.
   * @throws AppError 404 for a bill that doesn't exist, 503 if there is no data and the upstream is down
   */
  read: (key: BillKey) => Promise<BillBlocks>;
  /** Returns the bill's title from any available source. @throws as `read` */
  title: (key: BillKey) => Promise<string>;
};

type BillReaderOptions = {
  kernel: Pick<Kernel, "log" | "now">;
  store: Pick<BillStore, "find">;
  copies: BillCopies;
};

const rememberUnknownMs = 10 * 60_000;
const maxUnknown = 1_000;
const retryAfterSeconds = 30;

/** Assembles a bill's page from copies, the index, and calls to the upstream. */
export function createBillReader({ kernel, store, copies }: BillReaderOptions): BillReader {
  const nowMs = () => kernel.now().getTime();
  // Bills the upstream doesn't have: asking again would waste the rate limit.
  const unknown = createShortMemory<true>({ most: maxUnknown, forMs: rememberUnknownMs, nowMs });

  async function details(key: BillKey, indexed: IndexedBill | null): Promise<Copy<UpstreamBill> | null> {
    if (indexed === null && unknown.has(nameOf(key))) throw notFound();
    try {
      return await copies.details(key, indexed);
    } catch (error) {
      if (!(error instanceof CongressError)) throw error;
      if (error.kind === "not-found") {
        unknown.set(nameOf(key), true);
        throw notFound();
      }
      if (indexed === null) throw outage(error);
      kernel.log.warn({ error, bill: key }, "Can't load a bill; using the index.");
      return null;
    }
  }

  async function blockOf<Value>(list: BillList<Value>, key: BillKey, bill: KnownBill | null) {
    if (bill === null) return keptBlock(list, key);
    try {
      const { value, asOf, isStale } = await copies.list(list, bill);
      return { value, age: { asOf: asOf.toISOString(), isStale, failed: false } };
    } catch (error) {
      if (!(error instanceof CongressError)) throw error;
      kernel.log.warn({ error, bill: key, block: list.name }, "Can't load a block of a bill.");
      return { value: list.empty, age: noAge };
    }
  }

  async function keptBlock<Value>(list: BillList<Value>, key: BillKey) {
    const kept = await copies.keptList(list, key);
    if (kept === null) return { value: list.empty, age: noAge };
    return { value: kept.value, age: { asOf: kept.asOf.toISOString(), isStale: true, failed: false } };
  }

  async function read(key: BillKey): Promise<BillBlocks> {
    const indexed = await store.find(key);
    const found = await details(key, indexed);
    const bill = found === null ? null : { key, indexed, details: found };
    const [actions, cosponsors, amendments, summaries, text, committees, subjects, related] =
      await Promise.all([
        blockOf(billLists.actions, key, bill),
        blockOf(billLists.cosponsors, key, bill),
        blockOf(billLists.amendments, key, bill),
        blockOf(billLists.summaries, key, bill),
        blockOf(billLists.textVersions, key, bill),
        blockOf(billLists.committees, key, bill),
        blockOf(billLists.subjects, key, bill),
        blockOf(billLists.relatedBills, key, bill),
      ]);
    const people = viewCosponsors(cosponsors.value);
    return {
      billDetails: detailsBlock(key, found, indexed),
      billActions: { ...actions.age, actions: viewActions(actions.value) },
      billCosponsors: {
        ...cosponsors.age,
        cosponsors: people,
        count: people.filter(({ sponsorshipWithdrawnDate }) => sponsorshipWithdrawnDate === undefined).length,
        countIncludingWithdrawnCosponsors: people.length,
      },
      billAmendments: { ...amendments.age, amendments: viewAmendments(amendments.value) },
      billSummaries: { ...summaries.age, summaries: viewSummaries(summaries.value) },
      billText: { ...text.age, textVersions: viewTextVersions(text.value) },
      billCommittees: { ...committees.age, committees: viewCommittees(committees.value) },
      billSubjects: { ...subjects.age, subjects: viewSubjects(subjects.value) },
      billRelated: { ...related.age, relatedBills: viewRelatedBills(related.value) },
    };
  }

  return {
    read,
    async title(key) {
      const indexed = await store.find(key);
      if (indexed !== null) return indexed.item.title;
      const found = await details(key, null);
      if (found === null) throw notFound();
      return viewBill(key, found.value).title;
    },
  };
}

const noAge: BlockAge = { asOf: null, isStale: false, failed: true };

function detailsBlock(
  key: BillKey,
  found: Copy<UpstreamBill> | null,
  indexed: IndexedBill | null,
): BillBlocks["billDetails"] {
  if (found !== null) {
    return {
      bill: viewBill(key, found.value),
      asOf: found.asOf.toISOString(),
      isStale: found.isStale,
      failed: false,
    };
  }
  // Without details there is an index row, or `details` would have thrown.
  if (indexed === null) throw notFound();
  return { ...noAge, bill: viewIndexedBill(indexed) };
}

/** Returns a 503 with Retry-After, for a bill without any data. */
export function outage(error: CongressError): AppError {
  return upstreamFailed(
    error.kind === "limit"
      ? "Congress.gov is limiting requests right now. Try again in a moment."
      : "Congress.gov isn’t responding, and this site has no copy. Try again in a moment.",
    { statusCode: 503, retryAfterSeconds: error.retryAfterSeconds ?? retryAfterSeconds, cause: error },
  );
}

function nameOf({ congress, billType, billNumber }: BillKey): string {
  return `${congress}/${billType}/${billNumber}`;
}
