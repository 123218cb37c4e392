import { countText } from "#shared/text/counts.ts";
import { countWords } from "#shared/text/counts.ts";
import type { IconName } from "#ui/icon.tsx";
import type { Tone } from "#ui/status/tone.ts";
import type { ImportPreview, ImportView } from "../contract.ts";
import type { ImportTotals, PreviewRow, RowChoice, RowState } from "./row-choices.ts";

const formatNames: Record<ImportView["format"], string> = {
  ofx: "OFX",
  qif: "QIF",
  csv: "CSV",
  camt: "CAMT",
  mt940: "MT940",
};

const charsetNames: Readonly<Record<string, string>> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  shift_jis: "Shift_JIS",
};

/** Returns the name of a format. */
export function formatWords(format: ImportView["format"]): string {
  return formatNames[format];
}

/** Returns what a file was recognized as: `CSV, Windows-1252`. */
export function kindWords({ format, charset }: Pick<ImportPreview, "format" | "charset">): string {
  const name = charsetNames[charset] ?? charset.replace(/^windows/, "Windows").replace(/^iso/, "ISO");
  return `${formatNames[format]}, ${name}`;
}

export type StateLook = { label: string; tone: Tone; icon: IconName };

/** Label of each state, in the order of the filter. */
export const stateLooks: Record<RowState, StateLook> = {
  new: { label: "New", tone: "positive", icon: "plus" },
  maybe: { label: "Maybe the same", tone: "warning", icon: "warning" },
  joined: { label: "Joins yours", tone: "accent", icon: "link" },
  changed: { label: "Changed", tone: "accent", icon: "pencil" },
  known: { label: "Already here", tone: "neutral", icon: "check" },
  deleted: { label: "You deleted it", tone: "neutral", icon: "trash" },
  refused: { label: "Can’t be imported", tone: "negative", icon: "error" },
};

const choiceLooks: Record<RowChoice, StateLook> = {
  leaveOut: { label: "Left out", tone: "neutral", icon: "minus" },
  add: { label: "New", tone: "positive", icon: "plus" },
  join: { label: "Joins it", tone: "accent", icon: "link" },
};

/** Returns how a row looks, by its state and what the person chose for it. */
export function lookOf({ state }: Pick<PreviewRow, "state">, choice: RowChoice | undefined): StateLook {
  return choice === undefined ? stateLooks[state] : choiceLooks[choice];
}

/** Label of a choice in a row's menu. */
export const choiceLabels: Record<RowChoice, string> = {
  leaveOut: "Leave out",
  add: "Add as a new one",
  join: "Join",
};

/** Returns the label of the button that imports: `Import 38 transactions`. */
export function importLabel({ added, joined, changed }: ImportTotals): string {
  const count = added + joined + changed;
  return count === 0 ? "Import" : `Import ${countWords(count, "transaction")}`;
}

/** Returns what an import does or did: `38 new, 1 joined, 4 already here`. Parts that are none are left out. */
export function totalsWords(totals: Partial<Omit<ImportTotals, "sums">>): string {
  const { added = 0, joined = 0, changed = 0, kept = 0, leftOut = 0, refused = 0 } = totals;
  const parts: [number, string][] = [
    [added, "new"],
    [joined, "joined"],
    [changed, "changed"],
    [kept, "already here"],
    [leftOut + refused, "left out"],
  ];
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${countText(count)} ${word}`);
  return said.length === 0 ? "Nothing new" : said.join(", ");
}

/** Returns what an import of the past did. */
export function countsWords(counts: ImportView["counts"]): string {
  return totalsWords({
    added: counts.new + counts.maybe,
    joined: counts.joined,
    changed: counts.changed,
    kept: counts.known,
    leftOut: counts.deleted,
    refused: counts.refused,
  });
}
