import type { BillListItem } from "../bill-shapes.ts";
import { billProgress, type BillProgress } from "./bill-progress.ts";
import { readBillType } from "../bill-types.ts";

/** Outcome of a bill, for a row of a list. */
export type BillEnd = { tone: "positive" | "negative"; words: string };

const tones: Record<BillProgress["outcome"], BillEnd["tone"] | null> = {
  law: "positive",
  agreed: "positive",
  vetoed: "negative",
  failed: "negative",
  expired: null,
  pending: null,
};

/** Returns the outcome according to the bill's laws and last action; null if it is pending or unclear. */
export function billEnd(item: BillListItem, sittingCongress: number): BillEnd | null {
  const billType = readBillType(item.type);
  if (billType === null) return null;
  const { outcome, status } = billProgress({ ...item, billType, actions: [] }, sittingCongress);
  const tone = tones[outcome];
  return tone === null ? null : { tone, words: status };
}
