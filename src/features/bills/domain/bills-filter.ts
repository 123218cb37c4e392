import { readBillType, type BillType } from "./bill-types.ts";

/** Filter of a list of bills. `newest` is the current Congress. */
export type BillsFilter = {
  congress: number | "all" | "newest";
  billType: BillType | null;
  q: string;
  /** From 1. */
  page: number;
};

/** Parses the filter of an address; ignores invalid parts. */
export function readBillsFilter(
  search: { get: (name: string) => string | null },
  opensOn: "all" | "newest",
): BillsFilter {
  const q = (search.get("q") ?? "")
    .replaceAll(/\p{C}+/gu, " ")
    .trim()
    .slice(0, maxCharacters);
  return {
    // A search for words covers every Congress by default.
    congress: readCongress(search.get("congress") ?? "") ?? (q === "" ? opensOn : "all"),
    billType: readBillType(search.get("billType") ?? ""),
    q,
    page: readNumber(search.get("page") ?? "", 5) ?? 1,
  };
}

const maxCharacters = 200;

function readCongress(text: string): number | "all" | null {
  return text === "all" ? "all" : readNumber(text, 3);
}

function readNumber(text: string, maxDigits: number): number | null {
  return /^[1-9]\d*$/.test(text) && text.length <= maxDigits ? Number(text) : null;
}
