import type { BillListItem } from "../bill.ts";
import { billProgress, type BillProgress } from "./bill-progress.ts";
import { readBillType } from "../bill-types.ts";

/** How a bill ended, for a row of a list. */
export type BillEnd = { tone: "positive" | "negative"; words: string };

const tones: Record<BillProgress["outcome"], BillEnd["tone"] | null> = {
  law: "positive",
  agreed: "positive",
  vetoed: "negative",
  failed: "negative",
  expired: null,
  pending: null,
};

/** Read from its laws and its last action; null while it is under way, or where these cannot tell. */
export function billEnd(item: BillListItem, sittingCongress: number): BillEnd | null {
  const billType = readBillType(item.type);
  if (billType === null) return null;
  const { outcome, status } = billProgress({ ...item, billType, actions: [] }, sittingCongress);
  const tone = tones[outcome];
  return tone === null ? null : { tone, words: status };
}
