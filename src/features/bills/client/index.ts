import type { PaletteEntry, PaletteSource } from "#client/command-palette/palette-entry.ts";
import { paths } from "#client/routing/paths.ts";
import {
  billCitation,
  canonicalBillPath,
  fullBillCitation,
  parseBillCitation,
} from "../domain/bill-citation.ts";

/**
 * Suggests a bill for a typed citation, and bills by their titles. The list resolves laws and numbers without a Congress, and
 * has everything else that fits the words.
 */
export const billPaletteSource: PaletteSource = {
  id: "bills",
  what: "bills",
  match: (text) => {
    const entry = citedEntry(text);
    return entry === null ? [] : [entry];
  },
  find: async (text, { api }) => {
    if (parseBillCitation(text) !== null) return [];
    const { bills } = await api.get("/api/CongressSuggestBills", { q: text.slice(0, mostCharacters) });
    return bills.map(({ title, ...key }) =>
      Object.assign(entryOf(title, "Bill", canonicalBillPath(key)), {
        id: `bill ${fullBillCitation(key)}`,
        detail: fullBillCitation(key),
      }),
    );
  },
};

/** Longest search of bills (docs/reference/http-api.md, "Limits"). */
const mostCharacters = 200;

function citedEntry(text: string): PaletteEntry | null {
  const cited = parseBillCitation(text);
  if (cited === null) return null;
  const found = paths.congress({ q: text.trim(), jump: true });
  if (cited.kind === "law") {
    const name = cited.lawType === "pub" ? "Public Law" : "Private Law";
    return entryOf(`${name} ${cited.congress}-${cited.lawNumber}`, "Law", found);
  }
  const { congress } = cited;
  if (congress === null) return entryOf(billCitation(cited), "Bill", found);
  const key = { ...cited, congress };
  return entryOf(fullBillCitation(key), "Bill", canonicalBillPath(key));
}

function entryOf(label: string, kind: "Bill" | "Law", href: string): PaletteEntry {
  return { id: `bill ${label}`, label, kind, href, icon: "building" };
}
