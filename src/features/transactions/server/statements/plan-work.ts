import { countStates, type ImportCounts, type ImportState } from "#shared/import-states.ts";
import { pack, unpacked, type Packed } from "#server/threads/packed.ts";
import { compareDates } from "#shared/time/compare-dates.ts";
import { spanOf } from "#shared/time/plain-dates.ts";
import { createHash } from "node:crypto";
import { z } from "zod";
import {
  fromUnits,
  isInflow,
  isOutflow,
  money,
  negateMoney,
  sumMoney,
  toUnits,
  type Money,
} from "#shared/money.ts";
import type { Days } from "../../domain/row-match.ts";
import { payeeOf, payeeReader, type PayeeReader } from "../../domain/payees/payee-key.ts";
import { rowTexts } from "../../domain/statements/row-texts.ts";
import { planStatement } from "../../domain/statements/statement-plan.ts";
import {
  categoriesBySize,
  filePartSchema,
  partedRows,
  shownParts,
} from "../../domain/statements/file-parts.ts";
import { settleRows, type RowChoice } from "../../domain/statements/statement-choices.ts";
import {
  bringsParts,
  type FileFact,
  type FileRow,
  type KeptRow,
  type PlannedRow,
} from "../../domain/statements/statement-rows.ts";
import { bankNotes, whyPlanned } from "../../domain/statements/statement-words.ts";
import { categoryBook } from "../../domain/sorting/category-book.ts";
import { sortNewRows, type NewPayee, type SortingFacts } from "../../domain/sorting/new-rows.ts";
import { markTransfers, type OwnAccount } from "../../domain/statements/counterparties.ts";
import { packRows } from "./statement-records.ts";

const arrivingRow = z.object({
  line: z.int(),
  externalId: z.string().nullable(),
  correction: z.object({ externalId: z.string(), action: z.enum(["replace", "delete"]) }).nullable(),
  date: z.string(),
  authorizedDate: z.string().nullable(),
  /** Minor units. */
  amount: z.int(),
  /** Null for the account's. */
  isoCurrencyCode: z.string().nullable(),
  payee: z.string(),
  memo: z.string().nullable(),
  pending: z.boolean(),
  /** Bank categories that stand for what the file's codes say. */
  bankCategory: z.string().nullable(),
  bankCategoryDetailed: z.string().nullable(),
  categoryHint: z.string().nullable(),
  merchantCode: z.string().nullable(),
  typeCode: z.string().nullable(),
  parts: z.array(filePartSchema).readonly().optional(),
  /** Name or number of the account on the other side. */
  counterparty: z.array(z.string()),
});

const arrivingRows = z.array(arrivingRow);

/** A row of a statement's file, before it's known which account it's for. */
export type ArrivingRow = z.input<typeof arrivingRow>;

const keptFact = z.object({
  transactionId: z.int(),
  dialect: z.string(),
  externalId: z.string().nullable(),
  date: z.string(),
  rawAmount: z.number(),
  isoCurrencyCode: z.string(),
  name: z.string(),
  payeeKey: z.string(),
  joinedFrom: z.int().nullable(),
});

const keptRow = z.object({
  transactionId: z.int(),
  date: z.string(),
  amount: z.int(),
  isoCurrencyCode: z.string(),
  name: z.string(),
  merchantName: z.string().nullable(),
  payeeKey: z.string(),
  payee: z.string(),
  pending: z.boolean(),
  isOfBank: z.boolean(),
  isDeleted: z.boolean(),
  isKeptApart: z.boolean(),
  canBeSplit: z.boolean().optional(),
});

/** A statement and what the ledger knows of its account; lists are packed or JSON, which costs the server's thread little. */
export type PlanInput = {
  accountId: number;
  /** Of rows whose currency the file doesn't say. */
  isoCurrencyCode: string;
  dialect: string;
  /** {@link ArrivingRow}s. */
  rows: Packed;
  kept: string;
  facts: string;
  covered: readonly (readonly [source: string, spans: readonly Days[]])[];
  otherAccounts: readonly OwnAccount[];
  /** To be written as previewed with this hash, with the person's choices; null for a preview. */
  commit: (CommitChoices & { facts: SortingFacts; nowMs: number }) | null;
};

/** The preview that the person has seen, by its hash, and what they chose there. */
export type CommitChoices = { hash: string; choices: readonly RowChoice[]; leaveOut: readonly number[] };

/** A row of a file as the person sees it before an import. */
export type PreviewRow = {
  /** Position among the account's rows, from 0. */
  row: number;
  line: number;
  date: string;
  /** Currency units. */
  amount: number;
  isoCurrencyCode: string;
  name: string;
  state: ImportState;
  why: string;
  transactionId?: number;
  parts?: ReturnType<typeof shownParts>;
};

export type StatementPreview = {
  hash: string;
  rows: PreviewRow[];
  counts: ImportCounts;
  /** By state and currency, in currency units. */
  sums: { state: ImportState; isoCurrencyCode: string; in: number; out: number }[];
  note: string | null;
  warning: string | null;
};

/** Rows to write; each piece is for one statement (`statement-writer.ts`): records of `statement-records.ts`, or JSON for `parts`. */
export type StatementWrites = {
  added: Packed;
  found: Packed;
  stated: Packed;
  withdrawn: number[];
  /** Parts of those rows, which a row gets unless it's the person's own matter (`writeFileParts`). */
  parts: Packed;
  counts: ImportCounts;
  written: { added: number; joined: number; changed: number };
  /** Payees of rows that change, before and after. */
  payeeKeys: string[];
  newPayees: NewPayee[];
  /** IDs of rows that were there before and change. */
  changedIds: number[];
  /** Amounts of new rows, with their first and last day. */
  news: { date: string; amount: Money }[];
};

export type PlanOutput =
  | { preview: StatementPreview; writes: null }
  | { preview: null; writes: StatementWrites };

/** Plans a statement, and prepares its preview, or its writing if nothing has changed since the preview. */
export function planWork(input: PlanInput): PlanOutput {
  const readPayee = payeeReader();
  const rows = readRows(input, readPayee);
  const kept = readKept(input);
  const covered = new Map(input.covered);
  const plan = planStatement(rows, input.dialect, { rows: kept, covered });
  const hash = hashOf(plan.rows);
  const { commit } = input;
  if (commit !== null && commit.hash === hash)
    return {
      preview: null,
      writes: writesOf(plan.rows, { ...commit, readPayee, hasTrustedIds: plan.hasTrustedIds }),
    };
  return {
    preview: {
      hash,
      rows: plan.rows.map(previewRow),
      counts: countStates(plan.rows),
      sums: sumsOf(plan.rows),
      ...bankNotes(plan.rows, covered.get("bank") ?? []),
    },
    writes: null,
  };
}

function readRows({ rows, ...input }: PlanInput, readPayee: PayeeReader): FileRow[] {
  return rows.flatMap((piece) =>
    arrivingRows.parse(JSON.parse(unpacked(piece))).map((row) => fileRow(row, input, readPayee)),
  );
}

function fileRow(
  row: z.output<typeof arrivingRow>,
  { accountId, isoCurrencyCode, otherAccounts }: Omit<PlanInput, "rows">,
  readPayee: PayeeReader,
): FileRow {
  const { line, externalId, correction, date, authorizedDate, pending } = row;
  const amount = money(row.amount);
  const codes = { amount, bankCategory: row.bankCategory, bankCategoryDetailed: row.bankCategoryDetailed };
  const { bankCategory, bankCategoryDetailed } = markTransfers(codes, row.counterparty, otherAccounts);
  const { name, merchantName } = rowTexts(row.payee, row.memo);
  const { payeeKey } = readPayee({ name, merchantName });
  // Field by field, because spreading takes longer, and there are many.
  return {
    line,
    externalId,
    correction,
    date,
    authorizedDate,
    pending,
    fileCategory: row.categoryHint,
    merchantCode: row.merchantCode,
    typeCode: row.typeCode,
    parts: row.parts,
    name,
    merchantName,
    payeeKey,
    bankCategory,
    bankCategoryDetailed,
    bankConfidence: null,
    accountId,
    amount,
    isoCurrencyCode: row.isoCurrencyCode ?? isoCurrencyCode,
  };
}

function readKept({ kept, facts, accountId }: PlanInput): KeptRow[] {
  const byRow = Map.groupBy(z.array(keptFact).parse(JSON.parse(facts)), ({ transactionId }) => transactionId);
  const fileFact = ({ rawAmount, joinedFrom: _joinedFrom, ...fact }: z.infer<typeof keptFact>): FileFact => {
    const amount = minorUnits(rawAmount, fact.isoCurrencyCode);
    return { ...fact, accountId, amount };
  };
  const withFacts = (row: z.infer<typeof keptRow>): KeptRow[] => {
    const homes = Map.groupBy(byRow.get(row.transactionId) ?? [], ({ joinedFrom }) => joinedFrom);
    const own = (homes.get(null) ?? []).map(fileFact);
    const joined = [...homes].flatMap(([joinedFrom, ofHome]) =>
      joinedFrom === null ? [] : [joinedRow(row, joinedFrom, ofHome.map(fileFact))],
    );
    // Only what was joined with it is left of a row that the bank has removed.
    const isOver = joined.length > 0 && own.length === 0 && !row.isOfBank;
    const kept = { ...row, accountId, joinedFrom: null, facts: own };
    return [...(isOver ? [] : [kept]), ...joined.flat()];
  };
  return z.array(keptRow).parse(JSON.parse(kept)).flatMap(withFacts);
}

/** A row joined by hand, as files know it, so that a file that comes again finds it as if it were on its own. */
function joinedRow(row: z.infer<typeof keptRow>, joinedFrom: number, facts: FileFact[]): KeptRow[] {
  const latest = facts.at(-1);
  if (latest === undefined) return [];
  const { accountId, amount, isoCurrencyCode, date, name, payeeKey } = latest;
  const texts = { name, merchantName: null, payeeKey, payee: payeeOf({ name, merchantName: null }) };
  return [{ ...row, ...texts, accountId, amount, isoCurrencyCode, date, pending: false, joinedFrom, facts }];
}

function minorUnits(units: number, isoCurrencyCode: string): Money {
  const read = fromUnits(units, isoCurrencyCode);
  if (!read.ok) throw new Error(read.message);
  return read.value;
}

/** Covers all that a preview promises: what becomes of each row, and what the rows of the ledger say. */
function hashOf(rows: readonly PlannedRow[]): string {
  const hash = createHash("sha256");
  for (const { row, state, reason, kept } of rows) {
    const parts = bringsParts(row, kept) ? " parts" : "";
    const said = kept === null ? "" : `${kept.transactionId} ${kept.date} ${kept.amount}${parts}`;
    hash.update(`${row.date} ${row.amount} ${row.isoCurrencyCode} ${state} ${reason} ${said}\n`);
  }
  return hash.digest("hex");
}

function previewRow(planned: PlannedRow, index: number): PreviewRow {
  const { row, state, kept } = planned;
  return {
    row: index,
    line: row.line,
    date: row.date,
    amount: toUnits(row.amount, row.isoCurrencyCode),
    isoCurrencyCode: row.isoCurrencyCode,
    name: row.merchantName ?? row.name,
    state,
    why: whyPlanned(planned),
    ...(kept !== null && { transactionId: kept.transactionId }),
    ...(bringsParts(row, state === "maybe" ? null : kept) && { parts: shownParts(row) }),
  };
}

function sumsOf(rows: readonly PlannedRow[]): StatementPreview["sums"] {
  const groups = Map.groupBy(rows, ({ state, row }) => `${state} ${row.isoCurrencyCode}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { isoCurrencyCode } = first.row;
    const amounts = group.map(({ row }) => row.amount);
    const units = (sum: Money) => toUnits(sum, isoCurrencyCode);
    const out = negateMoney(sumMoney(amounts.filter(isOutflow)));
    return [
      { state: first.state, isoCurrencyCode, in: units(sumMoney(amounts.filter(isInflow))), out: units(out) },
    ];
  });
}

function writesOf(
  rows: readonly PlannedRow[],
  {
    choices,
    leaveOut,
    facts,
    nowMs,
    hasTrustedIds,
    readPayee,
  }: NonNullable<PlanInput["commit"]> & { hasTrustedIds: boolean; readPayee: PayeeReader },
): StatementWrites {
  const settled = settleRows(rows, { choices, leaveOut });
  const { found, stated, withdrawn } = settled;
  const added = settled.added.toSorted((a, b) => compareDates(a.row.date, b.row.date));
  const splitting = [...stated, ...found].filter(({ row, kept }) => bringsParts(row, kept));
  const parted = partedRows([...added, ...splitting], () => categoryBook(facts.categories, facts.choices));
  const newRows = added.map(({ row, position }) => {
    const parts = parted.get(position);
    return parts === undefined ? row : Object.assign({}, row, { partCategoryIds: categoriesBySize(parts) });
  });
  const { sorted, payees } = sortNewRows(newRows, facts, nowMs, readPayee);
  const keys = [
    ...stated.map(({ row }) => row.payeeKey),
    ...splitting.map(({ kept }) => kept.payeeKey),
    ...stated.flatMap(({ kept, now }) => [kept.payeeKey, readPayee(now).payeeKey]),
    ...withdrawn.map(({ kept }) => kept.payeeKey),
  ];
  return {
    ...packRows({ ...settled, added }, { sorted, hasTrustedIds, readPayee }),
    withdrawn: withdrawn.map(({ kept }) => kept.transactionId),
    parts: pack([...parted], ([position, parts]) => ({ position, parts })),
    counts: settled.counts,
    written: {
      added: added.length,
      joined: settled.joined,
      changed: settled.changed,
    },
    payeeKeys: [...new Set(keys)],
    newPayees: payees,
    changedIds: [...stated, ...withdrawn].map(({ kept }) => kept.transactionId),
    news: newsOf(newRows),
  };
}

/** One row for each amount, and the first and the last day among them. */
function newsOf(rows: readonly FileRow[]): StatementWrites["news"] {
  const days = spanOf(rows.map(({ date }) => date));
  if (days === null) return [];
  const amounts = [...new Set(rows.map(({ amount }) => amount))];
  return amounts.flatMap((amount, index) =>
    index === 0
      ? [
          { date: days.from, amount },
          { date: days.to, amount },
        ]
      : [{ date: days.from, amount }],
  );
}
