import type { z } from "zod";
import type { Kernel } from "#server/feature.ts";
import { steadyClock } from "#shared/time/steady-clock.ts";
import type { billsContract } from "../../contract.ts";
import type { BillIndexState } from "../../domain/bill-shapes.ts";
import { parseBillCitation } from "../../domain/bill-citation.ts";
import { billTypes, type BillType } from "../../domain/bill-types.ts";
import type { BillMatch } from "./bill-conditions.ts";
import type { BillFinder, CitedBill } from "./bill-finder.ts";
import type { BillIndexStore } from "../index-pass/bill-index-store.ts";
import { keptCongresses } from "../index-pass/bill-index-plan.ts";
import type { BillCounts, BillStore } from "../bill-store.ts";
import { sittingCongress } from "../index-pass/sitting-congress.ts";

export type ListQuery = z.output<typeof billsContract.getBills.input>;

export type BillList = z.input<typeof billsContract.getBills.output>;

export type BillDirectory = {
  /** Reads the index only; never asks the upstream. */
  list: (query: ListQuery) => Promise<BillList>;
  indexState: () => Promise<BillIndexState>;
  /** Drops cached counts after the index has changed. */
  forgetCounts: () => void;
};

type DirectoryOptions = {
  kernel: Pick<Kernel, "now">;
  store: BillStore;
  indexStore: Pick<BillIndexStore, "states">;
  finder: Pick<BillFinder, "known">;
  fromCongress: number;
};

const defaultPageSize = 20;
/** Shows a change after this long, even if its notification is lost. */
const countsFreshMs = 15_000;

/** Lists of bills with their counts. */
export function createBillDirectory(options: DirectoryOptions): BillDirectory {
  const { kernel, store, finder } = options;
  const clock = steadyClock(() => kernel.now().getTime());
  let counted: { counts: BillCounts; index: BillIndexState; atMs: number } | null = null;

  /** Counts the whole index, which most lists ask for; briefly cached in memory. */
  async function countAll(): Promise<{ counts: BillCounts; index: BillIndexState }> {
    const nowMs = clock();
    if (counted !== null && nowMs - counted.atMs < countsFreshMs) return counted;
    const [counts, index] = await Promise.all([
      store.countByCongressAndType(undefined),
      readIndexState(options),
    ]);
    counted = { counts, index, atMs: nowMs };
    return counted;
  }

  async function list(query: ListQuery): Promise<BillList> {
    const { congress, billType, page = 1, pageSize = defaultPageSize } = query;
    const { match, citation } = await parseQuery(query.q);
    const all = await countAll();
    const [bills, counts] = await Promise.all([
      store.list({ congress, billType, match }, { page, pageSize }),
      match === undefined ? all.counts : store.countByCongressAndType(match),
    ]);
    return {
      bills,
      page,
      pageSize,
      citation,
      total: sum(
        counts,
        (count) =>
          (congress === undefined || count.congress === congress) &&
          (billType === undefined || count.billType === billType),
      ),
      facets: {
        congresses: congressFacets(counts, billType),
        billTypes: typeFacets(counts, congress),
      },
      index: all.index,
    };
  }

  /** Parses the query. A citation takes precedence over words: "HR 1" means the bill. */
  async function parseQuery(
    q: string | undefined,
  ): Promise<{ match: BillMatch | undefined; citation: CitedBill | null }> {
    const text = q?.trim() ?? "";
    if (text === "") return { match: undefined, citation: null };
    const citation = parseBillCitation(text);
    if (citation === null) return { match: { kind: "words", text: q ?? "" }, citation: null };
    const cited = await finder.known(citation);
    if (citation.kind === "bill") return { match: { ...citation, kind: "number" }, citation: cited };
    return { match: cited === null ? { kind: "none" } : { ...cited, kind: "number" }, citation: cited };
  }

  return {
    list,
    indexState: async () => (await countAll()).index,
    forgetCounts() {
      counted = null;
    },
  };
}

async function readIndexState({
  kernel,
  store,
  indexStore,
  fromCongress,
}: DirectoryOptions): Promise<BillIndexState> {
  const [states, indexed] = await Promise.all([indexStore.states(), store.count()]);
  const read = states.filter(({ readThrough }) => readThrough !== null);
  // The newest Congress is read most often, so its age is the index's age.
  const newest = read.toSorted((a, b) => b.congress - a.congress)[0];
  const wanted = keptCongresses(sittingCongress(kernel), fromCongress);
  return {
    asOf: newest?.readThrough?.toISOString() ?? null,
    isComplete: wanted.every((congress) => read.some((state) => state.congress === congress)),
    isFailing: states.some(({ problem }) => problem !== null),
    indexed,
  };
}

function sum(counts: BillCounts, isWanted: (count: BillCounts[number]) => boolean): number {
  return counts.filter(isWanted).reduce((total, { count }) => total + count, 0);
}

function congressFacets(
  counts: BillCounts,
  billType: BillType | undefined,
): BillList["facets"]["congresses"] {
  const congresses = [...new Set(counts.map(({ congress }) => congress))].toSorted((a, b) => b - a);
  return congresses
    .map((congress) => ({
      congress,
      count: sum(
        counts,
        (count) => count.congress === congress && (billType === undefined || count.billType === billType),
      ),
    }))
    .filter(({ count }) => count > 0);
}

function typeFacets(counts: BillCounts, congress: number | undefined): BillList["facets"]["billTypes"] {
  return billTypes
    .map((billType) => ({
      billType,
      count: sum(
        counts,
        (count) => count.billType === billType && (congress === undefined || count.congress === congress),
      ),
    }))
    .filter(({ count }) => count > 0);
}
