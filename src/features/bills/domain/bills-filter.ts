import { readBillType, type BillType } from "./bill-types.ts";

/** Which bills a list shows. `newest`: those of the Congress that sits now. */
export type BillsFilter = {
  congress: number | "all" | "newest";
  billType: BillType | null;
  q: string;
  /** From 1. */
  page: number;
};

/** The filter that an address holds; what cannot be read counts as not given. */
export function readBillsFilter(
  search: { get: (name: string) => string | null },
  opensOn: "all" | "newest",
): BillsFilter {
  const q = (search.get("q") ?? "").trim().slice(0, mostCharacters);
  return {
    // Who searches for words wants to find them, in whatever Congress.
    congress: readCongress(search.get("congress") ?? "") ?? (q === "" ? opensOn : "all"),
    billType: readBillType(search.get("billType") ?? ""),
    q,
    page: readNumber(search.get("page") ?? "", 6) ?? 1,
  };
}

const mostCharacters = 200;

function readCongress(text: string): number | "all" | null {
  return text === "all" ? "all" : readNumber(text, 3);
}

function readNumber(text: string, mostDigits: number): number | null {
  return /^[1-9]\d*$/.test(text) && text.length <= mostDigits ? Number(text) : null;
}
