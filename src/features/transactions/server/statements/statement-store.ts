import type { Transaction } from "#server/database/db.ts";
import { runInThread, type ThreadLimits, type ThreadScript } from "#server/threads/thread.ts";
import type { Packed } from "#server/threads/packed.ts";
import type { Days } from "../../domain/row-match.ts";
import { lockLedger, sortRows } from "../sorting/row-sorting.ts";
import { pairRows, sizesAround, sizesOfNew, type PairOwner } from "../transfers/transfer-pairing.ts";
import { payeesToSort, readSortingFacts } from "../sorting/sorting-facts.ts";
import {
  planWork,
  type CommitChoices,
  type PlanInput,
  type PlanOutput,
  type StatementPreview,
  type StatementWrites,
} from "./plan-work.ts";
import { loadKept, type StatementAccount } from "./statement-loader.ts";
import { writeStatement } from "./statement-writer.ts";

const planScript: ThreadScript<PlanInput, PlanOutput> = {
  name: "plan-statement",
  source: "src/features/transactions/server/statements/plan-thread.ts",
};
const fewCharacters = 200_000;
const planLimits: ThreadLimits = { timeoutMs: 60_000, mostMb: 256 };

/** Rows of one account in a file: packed `ArrivingRow`s, and the days that they cover; null for none. */
export type ReadStatement = { dialect: string; rows: Packed; days: Days | null };

/** Plans a statement against the ledger, or without an account as if there were nothing, and writes nothing. */
export async function previewStatement(
  tx: Transaction,
  owner: PairOwner,
  statement: ReadStatement,
  account: StatementAccount | null,
): Promise<StatementPreview> {
  const { preview } = await plan(tx, owner, { ...statement, account, commit: null });
  if (preview === null) throw new Error("a preview was planned like a commit");
  return preview;
}

/**
 * Plans a statement once more and writes it in the caller's transaction, which holds the lock on the ledger, exactly as it was
 * previewed under this hash. Returns the new preview if the ledger has moved since, and then writes nothing.
 */
export async function commitStatement(
  tx: Transaction,
  owner: PairOwner & { importId: number; now: Date },
  statement: ReadStatement & { account: StatementAccount },
  choices: CommitChoices,
): Promise<{ moved: StatementPreview } | Pick<StatementWrites, "counts" | "written">> {
  const { userId, now } = owner;
  await lockLedger(tx, userId);
  const facts = await readSortingFacts(tx, userId);
  const commit = { ...choices, facts, nowMs: now.getTime() };
  const { preview, writes } = await plan(tx, owner, { ...statement, commit });
  if (writes === null) return { moved: preview };
  const { changedIds, newPayees, news } = writes;
  const payeeKeys = [...writes.payeeKeys, ...(await payeesToSort(tx, userId, newPayees))];
  const before = await sizesAround(tx, owner, { transactionIds: changedIds, payeeKeys: [] });
  await writeStatement(tx, { ...owner, ...statement.account }, writes);
  const after = await sizesAround(tx, owner, { transactionIds: changedIds, payeeKeys: [] });
  const sizes = new Set([...before, ...after, ...(await sizesOfNew(tx, owner, news))]);
  const paired = await pairRows(tx, owner, sizes);
  await sortRows(tx, userId, { transactionIds: paired, payeeKeys }, facts);
  return { counts: writes.counts, written: writes.written };
}

async function plan(
  tx: Transaction,
  owner: PairOwner,
  {
    account,
    dialect,
    rows,
    days,
    commit,
  }: ReadStatement & { account: StatementAccount | null; commit: PlanInput["commit"] },
): Promise<PlanOutput> {
  const { accountId, isoCurrencyCode } = account ?? { accountId: 0, isoCurrencyCode: "USD" };
  const kept =
    account === null || days === null ? nothingKept : await loadKept(tx, owner, { accountId, days, dialect });
  const input = { accountId, isoCurrencyCode, dialect, rows, ...kept, commit };
  const isSmall = rows.length <= 1 && kept.kept.length + kept.facts.length <= fewCharacters;
  // Starting a thread takes longer than a month of rows.
  return isSmall ? planWork(input) : runInThread(planScript, input, planLimits);
}

const nothingKept = { kept: "[]", facts: "[]", covered: [], otherAccounts: [] };
