import { promisify } from "node:util";
import { gunzip, gzip, constants } from "node:zlib";
import { and, desc, eq, getTableColumns, isNull, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { importMappings, importPreviews, imports } from "#server/tables/import-tables.ts";
import { accounts, institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";
import type { Database, Transaction } from "#server/database/db.ts";
import type { ReadAccount } from "./read-work.ts";

const gzipAsync = promisify(gzip);
const gunzipAsync = promisify(gunzip);

/** A preview is kept that long, to be committed. */
const previewMs = 60 * 60 * 1000;

type Preview = typeof importPreviews.$inferSelect;

/** Facts that a preview keeps of a file, apart from its accounts. */
export type PreviewedFile = Pick<Preview, "fileName" | "sha256" | "format" | "dialect" | "answers" | "plans">;

/** Keeps a read file for its commit. Returns its id. */
export async function keepPreview(
  tx: Transaction,
  userId: string,
  { file, read, now }: { file: PreviewedFile; read: readonly ReadAccount[]; now: Date },
): Promise<number> {
  const stored = read.map(({ rows, ...account }) => ({
    ...account,
    rows: rows.map((piece) => Buffer.from(piece).toString("base64")),
  }));
  const statement = await gzipAsync(JSON.stringify(stored), { level: constants.Z_BEST_SPEED });
  const [row] = await tx
    .insert(importPreviews)
    .values({ ...file, userId, statement, expiresAt: new Date(now.getTime() + previewMs) })
    .returning({ importId: importPreviews.importId });
  if (row === undefined) throw new Error("a preview wasn't stored");
  return row.importId;
}

/** Stores what the person has now seen instead. */
export async function replacePlans(
  tx: Transaction,
  importId: number,
  plans: PreviewedFile["plans"],
): Promise<void> {
  await tx.update(importPreviews).set({ plans }).where(eq(importPreviews.importId, importId));
}

/** Returns a preview that is still kept, and locks it; null if there is none. */
export async function readPreview(
  tx: Transaction,
  userId: string,
  { importId, now }: { importId: number; now: Date },
): Promise<(Preview & { read: ReadAccount[] }) | null> {
  const [row] = await tx
    .select()
    .from(importPreviews)
    .where(and(eq(importPreviews.userId, userId), eq(importPreviews.importId, importId)))
    .for("update");
  if (row === undefined || row.expiresAt < now) return null;
  const text = (await gunzipAsync(row.statement)).toString();
  return { ...row, read: readAccountsSchema.parse(JSON.parse(text)) };
}

const balanceSchema = z.object({ amount: z.number(), date: z.string().nullable() }).nullable();
const readAccountsSchema = z.array(
  z.object({
    hint: z.object({
      bankId: z.string().nullable(),
      accountId: z.string().nullable(),
      name: z.string().nullable(),
      mask: z.string().nullable(),
      type: z.enum(["checking", "savings", "card", "cash", "loan"]).nullable(),
      isoCurrencyCode: z.string().nullable(),
    }),
    period: z.object({ from: z.string(), to: z.string() }).nullable(),
    opening: balanceSchema,
    closing: balanceSchema,
    addsUp: z.boolean().nullable(),
    offBy: z.number().nullable(),
    currencies: z.array(z.string()),
    refused: z.array(z.object({ line: z.int(), reason: z.string() })),
    rows: z.array(z.base64().transform((piece): Uint8Array => Buffer.from(piece, "base64"))),
  }),
);

/** Forgets a preview that was committed. */
export async function dropPreview(tx: Transaction, importId: number): Promise<void> {
  await tx.delete(importPreviews).where(eq(importPreviews.importId, importId));
}

/** Deletes everyone's previews that are too old to be committed. Returns their number. */
export async function purgePreviews({ unsafeDb }: Database, now: Date): Promise<number> {
  const gone = await unsafeDb
    .delete(importPreviews)
    .where(lt(importPreviews.expiresAt, now))
    .returning({ importId: importPreviews.importId });
  return gone.length;
}

/** Those of an import's accounts that weren't deleted since, alone or with their bank. */
const remainingAccounts = sql<number[]>`array(
  select own.account_id from ${accounts} own join ${institutionAccessItems} bank using (institution_access_item_id)
  where own.account_id = any(${imports.accountIds}) and bank.state <> 'removing' order by 1)`;

/** Returns when the very same file was imported, unless that was undone or its accounts were deleted; null for never. */
export async function lastImportOf(tx: Transaction, userId: string, sha256: string): Promise<Date | null> {
  const [row] = await tx
    .select({ at: imports.at })
    .from(imports)
    .where(
      and(
        eq(imports.userId, userId),
        eq(imports.sha256, sha256),
        isNull(imports.undoneAt),
        sql`${remainingAccounts} <> '{}'`,
      ),
    )
    .orderBy(desc(imports.at))
    .limit(1);
  return row?.at ?? null;
}

/** Returns one import, and locks it; undefined if it isn't the person's. */
export async function readImport(tx: Transaction, userId: string, importId: number) {
  const [row] = await tx
    .select()
    .from(imports)
    .where(and(eq(imports.userId, userId), eq(imports.importId, importId)))
    .for("update");
  return row;
}

/** Returns a person's imports, newest first, each with those of its accounts that there still are. */
export function readImports(tx: Transaction, userId: string) {
  return tx
    .select({ ...getTableColumns(imports), accountIds: remainingAccounts })
    .from(imports)
    .where(eq(imports.userId, userId))
    .orderBy(desc(imports.at), desc(imports.importId));
}

/** An account that files can be imported to. */
export type TargetAccount = {
  accountId: number;
  institutionAccessItemId: number;
  isoCurrencyCode: string;
  /** Its bank's name and its own. */
  label: string;
  name: string;
  mask: string | null;
  type: string;
  subtype: string | null;
};

/** Returns the accounts that a person can import files to, by name. */
export async function readTargets(
  tx: Transaction,
  { userId, mode }: { userId: string; mode: "sandbox" | "live" },
): Promise<TargetAccount[]> {
  const { rows } = await tx.execute<TargetAccount>(sql`
    select account_id as "accountId", ${accounts.institutionAccessItemId} as "institutionAccessItemId",
      iso_currency_code as "isoCurrencyCode", institution_name || ' · ' || name as label, name, mask, type, subtype
    from ${accounts} join ${institutionAccessItems}
      on ${institutionAccessItems.institutionAccessItemId} = ${accounts.institutionAccessItemId}
    where ${accounts.userId} = ${userId} and ${isSeenIn(mode)} and state <> 'removing' and closed_at is null
    order by lower(institution_name || ' · ' || name), account_id`);
  return rows;
}

type Remembered = { accountId: number; dialect: string; hint: string };

/** Returns what the person answered about files of a kind, by account and by the account's name in them. */
export function readMappings(tx: Transaction, userId: string, dialect: string) {
  return tx
    .select()
    .from(importMappings)
    .where(and(eq(importMappings.userId, userId), eq(importMappings.dialect, dialect)))
    .orderBy(desc(importMappings.usedAt));
}

/** Returns true if the person answered a question about any file of an account. */
export async function hasAnswered(tx: Transaction, userId: string, accountId: number): Promise<boolean> {
  const found = await tx
    .select({ accountId: importMappings.accountId })
    .from(importMappings)
    .where(
      and(
        eq(importMappings.userId, userId),
        eq(importMappings.accountId, accountId),
        sql`${importMappings.answers} <> '{}'`,
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** Remembers the account and the answers for the next file of the kind. */
export async function rememberMapping(
  tx: Transaction,
  userId: string,
  {
    accountId,
    dialect,
    hint,
    answers,
    now,
  }: Remembered & { answers: Readonly<Record<string, string>>; now: Date },
): Promise<void> {
  await tx
    .insert(importMappings)
    .values({ userId, accountId, dialect, hint, answers, usedAt: now })
    .onConflictDoUpdate({
      target: [importMappings.accountId, importMappings.dialect, importMappings.hint],
      set: { answers, usedAt: now },
    });
}
