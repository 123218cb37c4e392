import { z } from "zod";
import type { Kernel } from "#server/feature.ts";
import type { UpstreamCopies } from "#server/upstreams/upstream-copies.ts";
import { notFound } from "#shared/errors.ts";
import { CongressError, type CongressClient } from "#upstreams/congress/index.ts";
import { parseBillCitation, type BillCitation } from "../../domain/bill-citation.ts";
import { readBillType, type BillKey } from "../../domain/bill-types.ts";
import { outage, type BillReader } from "../bill-reader.ts";
import type { BillStore } from "../bill-store.ts";
import type { CongressCalls } from "../congress-calls.ts";
import { sittingCongress } from "../index-pass/sitting-congress.ts";

export type CitedBill = BillKey & { title: string };

export type BillFinder = {
  /** Finds a bill in the index and the copies, without a call; returns null if they don't have it. */
  known: (citation: BillCitation) => Promise<CitedBill | null>;
  /** @throws AppError 404 if no bill matches the citation, 503 if that can't be determined now */
  find: (text: string) => Promise<CitedBill>;
};

type FinderOptions = {
  kernel: Pick<Kernel, "now">;
  store: Pick<BillStore, "find" | "findNewest" | "findLaw">;
  reader: Pick<BillReader, "title">;
  client: Pick<CongressClient, "lawBill">;
  copies: UpstreamCopies;
  calls: CongressCalls;
};

/** The bill that became a law doesn't change. */
const lawFreshMs = 365 * 24 * 60 * 60_000;
const lawBillSchema = z.object({ congress: z.int(), type: z.string(), number: z.string() });
type LawCitation = Extract<BillCitation, { kind: "law" }>;

/** Finds the bill for a citation. */
export function createBillFinder(options: FinderOptions): BillFinder {
  const { kernel, store, reader, client, copies, calls } = options;

  /** Searches the index and the copies, without a call. */
  async function known(citation: BillCitation): Promise<CitedBill | null> {
    const indexed = await findIndexed(store, citation);
    if (indexed !== null) return indexed;
    if (citation.kind === "bill") return null;
    const kept = await copies.peek(lawKey(citation), lawBillSchema);
    const key = kept === null ? null : keyOfLawBill(kept.value);
    const bill = key === null ? null : await store.find(key);
    return bill === null ? null : { ...bill.key, title: bill.item.title };
  }

  async function find(text: string): Promise<CitedBill> {
    const citation = parseBillCitation(text);
    if (citation === null) throw notFound();
    const cited = await known(citation);
    if (cited !== null) return cited;
    const key =
      citation.kind === "law"
        ? await askForLaw(citation)
        : {
            congress: citation.congress ?? sittingCongress(kernel),
            billType: citation.billType,
            billNumber: citation.billNumber,
          };
    return { ...key, title: await reader.title(key) };
  }

  async function askForLaw(citation: LawCitation): Promise<BillKey> {
    try {
      const { value } = await copies.read({
        key: lawKey(citation),
        schema: lawBillSchema,
        freshMs: lawFreshMs,
        fetch: async () => ({
          value: await calls.askUnknown(() =>
            client.lawBill({
              congress: citation.congress,
              lawType: citation.lawType,
              number: Number(citation.lawNumber),
            }),
          ),
        }),
      });
      const key = keyOfLawBill(value);
      if (key === null) throw notFound();
      return key;
    } catch (error) {
      if (!(error instanceof CongressError)) throw error;
      throw error.kind === "not-found" ? notFound() : outage(error);
    }
  }

  return { known, find };
}

async function findIndexed(store: FinderOptions["store"], citation: BillCitation): Promise<CitedBill | null> {
  const { congress } = citation;
  const found =
    citation.kind === "law"
      ? await store.findLaw(citation.lawType, `${citation.congress}-${citation.lawNumber}`)
      : congress === null
        ? await store.findNewest(citation.billType, citation.billNumber)
        : await store.find({ congress, billType: citation.billType, billNumber: citation.billNumber });
  return found === null ? null : { ...found.key, title: found.item.title };
}

function lawKey({ congress, lawType, lawNumber }: LawCitation): string {
  return `law ${congress}/${lawType}/${lawNumber}`;
}

function keyOfLawBill({ congress, type, number }: z.output<typeof lawBillSchema>): BillKey | null {
  const billType = readBillType(type);
  return billType === null ? null : { congress, billType, billNumber: number };
}
