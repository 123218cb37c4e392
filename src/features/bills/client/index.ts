import type { PaletteEntry, PaletteSource } from "#client/command-palette/palette-entry.ts";
import { paths } from "#client/routing/paths.ts";
import {
  billCitation,
  canonicalBillPath,
  fullBillCitation,
  parseBillCitation,
} from "../domain/bill-citation.ts";

/** Suggests a bill for a typed citation; the list resolves laws and numbers without a Congress. */
export const billPaletteSource: PaletteSource = {
  id: "bills",
  load: () => Promise.resolve([]),
  match: (text) => {
    const entry = citedEntry(text);
    return entry === null ? [] : [entry];
  },
};

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

function entryOf(label: string, kind: string, href: string): PaletteEntry {
  return { id: `bill ${label}`, label, kind, href, icon: "building" };
}
