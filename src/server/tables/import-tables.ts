import { customType, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { ownKeyTo, policiesOfOwner } from "#server/database/owner-policy.ts";
import type { ImportCounts } from "#shared/import-states.ts";
import { ownerId } from "./auth-tables.ts";
import { accounts } from "./institution-tables.ts";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Columns of a file that is or may be imported. */
function fileColumns() {
  return {
    userId: ownerId(),
    fileName: text("file_name").notNull(),
    /** SHA-256 of the file, in hexadecimal. */
    sha256: text().notNull(),
    format: text({ enum: ["ofx", "qif", "csv", "camt", "mt940"] }).notNull(),
    /** Kind of file within which ids and texts stay the same: the format, for a table with its columns. */
    dialect: text().notNull(),
    /** Answers to the questions about the file. */
    answers: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
  };
}

/** Bank statements that a person imported (docs/reference/import-matching.md, "Preview and commit"). The files themselves aren't kept. */
export const imports = pgTable(
  "imports",
  (t) => ({
    /** Id of the preview that it was. */
    importId: t.integer("import_id").primaryKey(),
    ...fileColumns(),
    accountIds: t.integer("account_ids").array().notNull(),
    counts: t.jsonb().$type<ImportCounts>().notNull(),
    /** Rows of the ledger that it added, joined, and changed. */
    written: t.jsonb().$type<{ added: number; joined: number; changed: number }>().notNull(),
    /** First and last day of its rows; null for none. */
    fromDate: t.date("from_date", { mode: "string" }),
    toDate: t.date("to_date", { mode: "string" }),
    at: t.timestamp({ withTimezone: true }).notNull(),
    undoneAt: t.timestamp("undone_at", { withTimezone: true }),
  }),
  (table) => [index("imports_user").on(table.userId, table.at), ...policiesOfOwner("imports_of_the_user")],
).enableRLS();

/** Files that were previewed, read and packed, until they're committed or an hour has passed. */
export const importPreviews = pgTable(
  "import_previews",
  (t) => ({
    importId: t.integer("import_id").primaryKey().generatedAlwaysAsIdentity(),
    ...fileColumns(),
    /** The read file as JSON, gzipped. */
    statement: bytes().notNull(),
    /** For each account of the file, by its position: the account of the ledger and the plan's hash, if the person has seen one. */
    plans: t.jsonb().$type<readonly { index: number; accountId: number; hash: string }[]>().notNull(),
    expiresAt: t.timestamp("expires_at", { withTimezone: true }).notNull(),
  }),
  (table) => [
    index("import_previews_user").on(table.userId),
    index("import_previews_expiry").on(table.expiresAt),
    ...policiesOfOwner("import_previews_of_the_user"),
  ],
).enableRLS();

/** Answers of a person about files of a kind, for the next one of the account. */
export const importMappings = pgTable(
  "import_mappings",
  (t) => ({
    userId: ownerId(),
    accountId: t.integer("account_id").notNull(),
    dialect: t.text().notNull(),
    answers: t.jsonb().$type<Readonly<Record<string, string>>>().notNull(),
    /** The account in such files: its number, or its name; empty if they name none. */
    hint: t.text().notNull().default(""),
    usedAt: t.timestamp("used_at", { withTimezone: true }).notNull(),
  }),
  (table) => [
    primaryKey({ name: "import_mappings_key", columns: [table.accountId, table.dialect, table.hint] }),
    index("import_mappings_user").on(table.userId),
    ownKeyTo(accounts, "accountId")("import_mappings_account_owner", table),
    ...policiesOfOwner("import_mappings_of_the_user"),
  ],
).enableRLS();
