import { countStates, type ImportCounts } from "#shared/import-states.ts";
import { isTyped } from "./statement-rows.ts";
import type { LedgerFacts } from "../ledger-plan.ts";
import type { FileRow, KeptRow, PlannedRow } from "./statement-rows.ts";

/** The person's word on a row of a preview: not to be imported, to be added as a row of its own, or to join the one it names. */
export type RowChoice = { row: number; choice: "leaveOut" | "add" | "join" };

type Placed = { row: FileRow; position: number };
/** Fields of a row of the ledger that a file can state. */
export type Stated = Pick<
  LedgerFacts,
  | "date"
  | "authorizedDate"
  | "name"
  | "merchantName"
  | "amount"
  | "isoCurrencyCode"
  | "pending"
  | "bankCategory"
  | "bankCategoryDetailed"
>;

/** Rows of a plan to write. */
export type SettledRows = {
  /** New rows, and which row of the ledger they may be, unless the person said that they aren't. */
  added: (Placed & { maybe: KeptRow | null })[];
  /** Rows that stay as they are: they only remember that the file had them. */
  found: (Placed & { kept: KeptRow })[];
  /** Rows that say what the file says from now on. */
  stated: (Placed & { kept: KeptRow; now: Stated })[];
  /** Rows that the bank took back. */
  withdrawn: (Placed & { kept: KeptRow })[];
  joined: number;
  changed: number;
  /** Outcomes of the file's rows; those that the person left out are refused. */
  counts: ImportCounts;
};

/**
 * Applies the person's choices to a plan. Two rows of a file never join the same row: the second is added. A choice that doesn't
 * fit its row is ignored.
 */
export function settleRows(
  rows: readonly PlannedRow[],
  { choices, leaveOut }: { choices: readonly RowChoice[]; leaveOut: readonly number[] },
): SettledRows {
  const chosen = new Map(choices.map(({ row, choice }) => [row, choice]));
  const leftOut = new Set(leaveOut);
  const counts = countStates([]);
  const settled: SettledRows = {
    added: [],
    found: [],
    stated: [],
    withdrawn: [],
    joined: 0,
    changed: 0,
    counts,
  };
  const joined = new Set<KeptRow>();
  for (const [position, planned] of rows.entries()) {
    const choice = chosen.get(position);
    const { row, state } = planned;
    if (state === "refused" || choice === "leaveOut" || leftOut.has(row.line)) {
      counts.refused += 1;
      continue;
    }
    const kept = joinedRow(planned, choice, joined);
    if (kept === null) {
      const maybe = state === "maybe" && choice === undefined ? planned.kept : null;
      const isAdded = state === "new" || state === "maybe" || choice === "add";
      if (isAdded) settled.added.push({ row, position, maybe });
      counts[isAdded && maybe === null ? "new" : state] += 1;
      continue;
    }
    joined.add(kept);
    counts[state === "maybe" ? "joined" : state] += 1;
    settleKept(settled, { ...planned, kept, position });
  }
  return settled;
}

function joinedRow(
  { state, kept }: PlannedRow,
  choice: RowChoice["choice"] | undefined,
  joined: ReadonlySet<KeptRow>,
): KeptRow | null {
  if (kept === null || joined.has(kept)) return null;
  if (state === "deleted") return null;
  if (state === "maybe") return choice === "join" ? kept : null;
  return choice === "add" ? null : kept;
}

function settleKept(
  settled: SettledRows,
  { row, state, reason, kept, position }: PlannedRow & { kept: KeptRow; position: number },
): void {
  const placed = { row, position, kept };
  if (reason === "withdrawn") settled.withdrawn.push(placed);
  else if (kept.pending) settled.stated.push({ ...placed, now: { ...said(row), ...payeeOfKept(kept) } });
  else if (state === "changed") settled.stated.push({ ...placed, now: said(row) });
  // The file's day and text count from now on, but the payee stays as the person wrote it.
  else if (isTyped(kept))
    settled.stated.push({ ...placed, now: { ...said(row), merchantName: kept.merchantName ?? kept.name } });
  else settled.found.push(placed);
  if (state === "changed") settled.changed += 1;
  else if (state !== "known") settled.joined += 1;
}

/** Keeps the text that the bank wrote while it was pending, which says more than a file. */
function payeeOfKept({ name, merchantName }: KeptRow): Pick<Stated, "name" | "merchantName"> {
  return { name, merchantName };
}

function said(row: FileRow): Stated {
  const {
    date,
    authorizedDate,
    name,
    merchantName,
    amount,
    isoCurrencyCode,
    bankCategory,
    bankCategoryDetailed,
  } = row;
  return {
    date,
    authorizedDate,
    name,
    merchantName,
    amount,
    isoCurrencyCode,
    pending: false,
    bankCategory,
    bankCategoryDetailed,
  };
}
