import { spanOf } from "#shared/time/plain-dates.ts";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import {
  commitStatement,
  lockLedger,
  noteBalances,
  type RowChoice,
} from "#features/transactions/server/index.ts";
import type { Database, Transaction } from "#server/database/db.ts";
import { imports } from "#server/tables/import-tables.ts";
import { isDebt } from "#shared/banks.ts";
import { isInflow, ofUnits } from "#shared/money.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import type { ImportPreview, importsContract } from "../contract.ts";
import { isAccountQuestion } from "../domain/account-question.ts";
import { countStates, importStates } from "#shared/import-states.ts";
import { hintOf } from "./account-choice.ts";
import { plansOf, previewAccounts, refuseCurrencies, type Importer } from "./import-preview.ts";
import {
  dropPreview,
  readImport,
  readPreview,
  readTargets,
  rememberMapping,
  replacePlans,
  type TargetAccount,
} from "./import-store.ts";

type CommitInput = z.output<typeof importsContract.commitImport.input>;
type Committed = z.input<typeof importsContract.commitImport.output>;
type Kept = NonNullable<Awaited<ReturnType<typeof readPreview>>>;
type Part = {
  index: number;
  target: TargetAccount;
  leaveOut: readonly number[];
  choices: readonly RowChoice[];
};

/** The ledger isn't as it was when the person saw the preview, so nothing was written. */
class LedgerMoved extends Error {}

/**
 * Imports a previewed file in one transaction.
 * @throws AppError 404 for a preview that isn't kept any more, 400 for accounts that can't take it, 409 with a new preview if
 * the old one isn't true any more
 */
export async function commitImport(
  database: Database,
  importer: Importer,
  input: CommitInput,
): Promise<Committed> {
  const { userId } = importer;
  try {
    return await database.asUser(userId, (tx) => commit(tx, importer, input));
  } catch (error) {
    if (!(error instanceof LedgerMoved)) throw error;
  }
  const data = await database.asUser(userId, (tx) => previewAgain(tx, importer, input));
  throw conflict("importId", "Your transactions have changed since this preview. Check the new one.", data);
}

async function commit(tx: Transaction, importer: Importer, input: CommitInput): Promise<Committed> {
  const { userId, now } = importer;
  const { importId } = input;
  await lockLedger(tx, userId);
  const before = await readImport(tx, userId, importId);
  if (before !== undefined) return { importId, ...before.written };
  const kept = await readPreview(tx, userId, { importId, now });
  if (kept === null) throw notFound();
  const parts = await readParts(tx, importer, { kept, input });
  const { fileName, sha256, format, dialect, answers } = kept;
  const days = spanOf(parts.flatMap(({ index }) => Object.values(kept.read[index]?.period ?? {})));
  await tx.insert(imports).values({
    importId,
    userId,
    fileName,
    sha256,
    format,
    dialect,
    answers,
    accountIds: parts.map(({ target }) => target.accountId),
    counts: countStates([]),
    written: { added: 0, joined: 0, changed: 0 },
    fromDate: days?.from ?? null,
    toDate: days?.to ?? null,
    at: now,
  });
  const counts = countStates([]);
  const written = { added: 0, joined: 0, changed: 0 };
  for (const part of parts) {
    const done = await commitPart(tx, importer, { kept, part, importId });
    for (const state of importStates) counts[state] += done.counts[state];
    written.added += done.written.added;
    written.joined += done.written.joined;
    written.changed += done.written.changed;
  }
  await tx.update(imports).set({ counts, written }).where(eq(imports.importId, importId));
  await dropPreview(tx, importId);
  return { importId, ...written };
}

async function commitPart(
  tx: Transaction,
  importer: Importer,
  {
    kept,
    part: { index, target, leaveOut, choices },
    importId,
  }: { kept: Kept; part: Part; importId: number },
) {
  const read = kept.read[index];
  const plan = kept.plans.find((each) => each.index === index);
  if (read === undefined || plan?.accountId !== target.accountId) throw new LedgerMoved();
  const { dialect, answers } = kept;
  // A line can have rows beside what can't be read, and the files of a ZIP have the same lines.
  const unread = new Set(read.refused.map(({ line }) => line));
  const leftOut = leaveOut.filter((line) => !unread.has(line));
  const done = await commitStatement(
    tx,
    { ...importer, importId },
    { account: target, dialect, rows: read.rows, days: read.period },
    { hash: plan.hash, leaveOut: leftOut, choices },
  );
  if ("moved" in done) throw new LedgerMoved();
  const { userId, now } = importer;
  await noteClosing(tx, importer, { read, target, importId });
  await rememberMapping(tx, userId, {
    accountId: target.accountId,
    dialect,
    hint: hintOf(read),
    answers: withoutAccounts(answers),
    now,
  });
  const refused = done.counts.refused + read.refused.length;
  return { ...done, counts: { ...done.counts, refused } };
}

/**
 * Notes the balance that a file ends with. A debt that a file states without its sign isn't told from money owned, so only what adds up
 * counts then.
 */
async function noteClosing(
  tx: Transaction,
  { userId, today }: Importer,
  { read, target, importId }: { read: Kept["read"][number]; target: TargetAccount; importId: number },
): Promise<void> {
  const { closing, addsUp } = read;
  const { accountId, isoCurrencyCode } = target;
  const date = closing?.date ?? read.period?.to ?? null;
  // Days to come say nothing yet.
  if (closing === null || date === null || date > today) return;
  const amount = ofUnits(closing.amount, isoCurrencyCode);
  if (isDebt(target) && isInflow(amount) && addsUp !== true) return;
  await noteBalances(tx, userId, "file", [{ accountId, date, amount, isoCurrencyCode, importId }]);
}

/** The accounts that the next file of the kind holds aren't in the same places. */
function withoutAccounts(answers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(answers).filter(([id]) => !isAccountQuestion(id)));
}

async function readParts(
  tx: Transaction,
  importer: Importer,
  { kept, input }: { kept: Kept; input: CommitInput },
): Promise<Part[]> {
  const targets = await readTargets(tx, importer);
  const parts = input.accounts.map(({ index, accountId, leaveOut = [], choices = [] }) => {
    const target = targets.find((each) => each.accountId === accountId);
    const read = kept.read[index];
    if (target === undefined || read === undefined)
      throw invalid({ accounts: ["Choose one of your accounts for each account of the file."] });
    refuseCurrencies([read], [target]);
    const unread = read.refused.filter(({ line }) => !leaveOut.includes(line));
    if (unread.length > 0)
      throw invalid({
        leaveOut: [
          `Lines that can’t be read: ${unread
            .slice(0, 10)
            .map(({ line }) => line)
            .join(", ")}. Leave them out to import the rest.`,
        ],
      });
    return { index, target, leaveOut, choices };
  });
  return parts;
}

/** Plans the file anew, for the accounts that the person wants, and lets the next commit rely on it. */
async function previewAgain(
  tx: Transaction,
  importer: Importer,
  input: CommitInput,
): Promise<Pick<ImportPreview, "importId" | "format" | "accounts">> {
  const { userId, now } = importer;
  const { importId } = input;
  const kept = await readPreview(tx, userId, { importId, now });
  if (kept === null) throw notFound();
  const parts = await readParts(tx, importer, { kept, input });
  const chosen = kept.read.map((_, index) => parts.find((part) => part.index === index)?.target ?? null);
  const accounts = await previewAccounts(tx, importer, {
    dialect: kept.dialect,
    accounts: kept.read,
    chosen,
  });
  await replacePlans(tx, importId, plansOf(accounts));
  return { importId, format: kept.format, accounts: accounts.map(({ preview }) => preview) };
}
