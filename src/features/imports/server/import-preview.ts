import { isZip } from "../domain/bytes/file-kind.ts";
import type { z } from "zod";
import { previewStatement } from "#features/transactions/server/index.ts";
import type { Database, Transaction } from "#server/database/db.ts";
import {
  runInThread,
  ThreadLimitError,
  type ThreadLimits,
  type ThreadScript,
} from "#server/threads/thread.ts";
import { invalid } from "#shared/errors.ts";
import type { ImportPreview, ImportPreviewAccount, importsContract } from "../contract.ts";
import { areOpen, type StatementAccountType } from "../domain/statement.ts";
import { accountQuestionId } from "../domain/account-question.ts";
import { accountQuestions, chooseAccounts, fits } from "./account-choice.ts";
import {
  hasAnswered,
  keepPreview,
  lastImportOf,
  readMappings,
  readTargets,
  type TargetAccount,
} from "./import-store.ts";
import { readWork, type ReadAccount, type ReadFile, type ReadInput, type ReadOutput } from "./read-work.ts";

const readScript: ThreadScript<ReadInput, ReadOutput> = {
  name: "read-statement",
  source: "src/features/imports/server/read-thread.ts",
};
const fewBytes = 60_000;
const readLimits: ThreadLimits = { timeoutMs: 30_000, mostMb: 72 };

export type Importer = { userId: string; mode: "sandbox" | "live"; now: Date; today: string };

/**
 * Reads a file and plans its import. A file of a kind that the person imported before is read with their answers from then, and
 * with the type and currency of its account.
 * @throws AppError 400 for a file that can't be read
 */
export async function previewImport(
  database: Database,
  importer: Importer,
  { file, accountId, answers = {} }: z.output<typeof importsContract.previewImport.input>,
): Promise<ImportPreview> {
  const { userId, today } = importer;
  const asked = { today, answers, accountType: null, isoCurrencyCode: null };
  const named = await database.asUser(userId, (tx) => findNamed(tx, importer, { accountId, answers }));
  const first = await readFirst(file, asked, named);
  const { sha256 } = first.read;
  return database.asUser(userId, async (tx) => {
    const targets = await readTargets(tx, importer);
    if (accountId !== undefined && !targets.some((target) => target.accountId === accountId))
      throw invalid({ accountId: ["Choose one of your accounts."] });
    const mappings = await readMappings(tx, userId, first.read.dialect);
    const known = { accountId, answers, targets, mappings };
    const guessed = chooseAccounts(first.read.accounts, known);
    const settled = await readAgain(file, { ...asked, first, guessed, mappings });
    const { read } = settled;
    const chosen = chooseAccounts(read.accounts, known);
    refuseCurrencies(read.accounts, chosen);
    const accounts = await previewAccounts(tx, importer, { ...read, chosen });
    const importId = await keepPreview(tx, userId, {
      file: {
        fileName: file.name.slice(0, 200),
        sha256,
        format: read.format,
        dialect: read.dialect,
        answers: settled.answers,
        plans: plansOf(accounts),
      },
      read: read.accounts,
      now: importer.now,
    });
    const importedAt = await lastImportOf(tx, userId, sha256);
    return {
      importId,
      format: read.format,
      charset: read.charset,
      warnings: read.warnings,
      importedAt: importedAt?.toISOString() ?? null,
      questions: [...accountQuestions(read.accounts, chosen, targets), ...read.questions],
      table: read.table,
      accounts: accounts.map(({ preview }) => preview),
    };
  });
}

async function readBytes(input: ReadInput & { bytes: Uint8Array<ArrayBuffer> }): Promise<ReadOutput> {
  const { bytes } = input;
  // Starting a thread takes longer than reading a month of rows.
  return bytes.length <= fewBytes && !isZip(bytes)
    ? readWork(input)
    : runInThread(readScript, input, readLimits, [bytes.buffer]);
}

async function readFile(file: File, options: ReadInput["options"]): Promise<ReadFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const output = await readBytes({ bytes, options }).catch((error: unknown) => {
    if (!(error instanceof ThreadLimitError)) throw error;
    return { refusal: { message: "This file takes too long to read. Export a shorter period.", line: null } };
  });
  if ("file" in output) return output.file;
  const { message, line } = output.refusal;
  throw invalid({
    file: [line === null || /\bline \d/i.test(message) ? message : `Line ${line}: ${message}`],
  });
}

/**
 * Returns the account that the person named for a file of one account; null if they named none, or if their answers to an earlier
 * file of it may count, too.
 */
async function findNamed(
  tx: Transaction,
  importer: Importer,
  { accountId, answers }: { accountId: number | undefined; answers: Readonly<Record<string, string>> },
): Promise<TargetAccount | null> {
  const id = accountId ?? Number(answers[accountQuestionId(0)]);
  const named = (await readTargets(tx, importer)).find((target) => target.accountId === id);
  return named === undefined || (await hasAnswered(tx, importer.userId, named.accountId)) ? null : named;
}

/** A file as it was read first, and the account of which type and currency counted then; null for none. */
type FirstRead = { read: ReadFile; readFor: TargetAccount | null };

/** Reads a file with what is known of the account that the person named, so that it needn't be read again. */
async function readFirst(
  file: File,
  asked: ReadInput["options"],
  named: TargetAccount | null,
): Promise<FirstRead> {
  if (named !== null) {
    const read = await readFile(file, { ...asked, ...factsOf(named) });
    if (read.accounts.length === 1) return { read, readFor: named };
  }
  return { read: await readFile(file, asked), readFor: null };
}

/** Reads a file once more if more is known about it than at first. */
async function readAgain(
  file: File,
  {
    first,
    guessed,
    mappings,
    ...asked
  }: ReadInput["options"] & {
    first: FirstRead;
    guessed: readonly (TargetAccount | null)[];
    mappings: readonly { accountId: number; answers: Readonly<Record<string, string>> }[];
  },
): Promise<{ read: ReadFile; answers: Readonly<Record<string, string>> }> {
  const { read, readFor } = first;
  const [target] = guessed;
  const divided = mappings.find((mapping) => "column:account" in mapping.answers);
  if (target === null && divided !== undefined && areOpen(read.questions)) {
    // Files of this kind hold several accounts, and which they are is known only once the rows are divided.
    const answers = { ...divided.answers, ...asked.answers };
    return { read: await readFile(file, { ...asked, answers }), answers };
  }
  if (target === undefined || target === null || target.accountId === readFor?.accountId)
    return { read, answers: asked.answers };
  const remembered = mappings.find(({ accountId }) => accountId === target.accountId)?.answers ?? {};
  const answers = { ...remembered, ...asked.answers };
  const isAlone = guessed.length === 1;
  const isSaid = read.accounts.every(({ hint }) => hint.isoCurrencyCode !== null && hint.type !== null);
  const isSettled = isSaid || !isAlone;
  if (isSettled && !areOpen(read.questions)) return { read, answers };
  const options = isAlone ? { ...asked, answers, ...factsOf(target) } : { ...asked, answers };
  return { read: await readFile(file, options), answers };
}

function factsOf(target: TargetAccount): Pick<ReadInput["options"], "accountType" | "isoCurrencyCode"> {
  return { accountType: typeOf(target), isoCurrencyCode: target.isoCurrencyCode };
}

function typeOf({ type, subtype }: TargetAccount): StatementAccountType | null {
  if (type === "credit") return "card";
  if (type === "loan") return "loan";
  if (type !== "depository") return null;
  return subtype === "savings" ? "savings" : "checking";
}

/** Refuses accounts of another currency before anything is written. */
export function refuseCurrencies(
  read: readonly ReadAccount[],
  chosen: readonly (TargetAccount | null)[],
): void {
  for (const [index, target] of chosen.entries()) {
    const account = read[index];
    if (target === null || account === undefined || fits(account, target)) continue;
    const currency = account.hint.isoCurrencyCode ?? account.currencies[0] ?? "";
    throw invalid({
      accountId: [`The file is in ${currency}, and ${target.label} is in ${target.isoCurrencyCode}.`],
    });
  }
}

/** Plans each account of a file. */
export async function previewAccounts(
  tx: Transaction,
  owner: Importer,
  {
    dialect,
    accounts,
    chosen,
  }: { dialect: string; accounts: readonly ReadAccount[]; chosen: readonly (TargetAccount | null)[] },
): Promise<{ preview: ImportPreviewAccount; hash: string }[]> {
  const found = [];
  for (const [index, account] of accounts.entries()) {
    const target = chosen[index] ?? null;
    const { rows, period } = account;
    const { hash, ...plan } = await previewStatement(tx, owner, { dialect, rows, days: period }, target);
    const { opening, closing, addsUp, offBy, hint, refused } = account;
    const unread = refused.map(({ line, reason }) => ({
      row: null,
      line,
      date: null,
      amount: null,
      isoCurrencyCode: null,
      name: "",
      state: "refused" as const,
      why: reason,
    }));
    found.push({
      hash,
      preview: {
        ...plan,
        index,
        hint: { name: hint.name, mask: hint.mask, isoCurrencyCode: hint.isoCurrencyCode, type: hint.type },
        accountId: target?.accountId ?? null,
        period,
        balances: {
          ...(opening !== null && { opening }),
          ...(closing !== null && { closing }),
          addUp: addsUp,
          offBy,
        },
        counts: { ...plan.counts, refused: plan.counts.refused + refused.length },
        rows: [...plan.rows, ...unread],
      },
    });
  }
  return found;
}

/** Plans that the person has now seen, to be compared when they commit it. */
export function plansOf(accounts: readonly { preview: ImportPreviewAccount; hash: string }[]) {
  return accounts.flatMap(({ preview: { index, accountId }, hash }) =>
    accountId === null ? [] : [{ index, accountId, hash }],
  );
}
