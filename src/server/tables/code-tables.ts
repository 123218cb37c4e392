import {
  bigint,
  boolean,
  customType,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";

/** Text compared byte by byte, so that paths sort the same everywhere. */
const plainText = customType<{ data: string }>({ dataType: () => 'text COLLATE pg_catalog."C"' });

/**
 * Index of the owner's public code (docs/decisions/0031): repositories with why one is left out, commits, their files, and texts
 * that several files share. `source` is GitHub's address, so sandbox and live never mix (docs/reference/product.md, "Sandboxes").
 */
export const codeRepositories = pgTable(
  "code_repositories",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    source: text().notNull(),
    owner: text().notNull(),
    /** GitHub's id, which a new name doesn't change. */
    githubId: bigint("github_id", { mode: "number" }).notNull(),
    name: text().notNull(),
    description: text(),
    htmlUrl: text("html_url").notNull(),
    /** When GitHub last noted a push, as of the last read of the repository; null to read it again. */
    readPushedAt: text("read_pushed_at"),
    pushedAt: text("pushed_at"),
    /** The commit that searches see; null without one. */
    headId: integer("head_id"),
    /** Why the newest commit isn't in the index. */
    problem: text(),
    /** When to try again after a problem; null for one that only a push can mend. */
    retryAt: timestamp("retry_at", { withTimezone: true }),
    failures: integer().notNull().default(0),
  },
  (table) => [uniqueIndex("code_repositories_key").on(table.source, table.owner, table.githubId)],
).enableRLS();

/** Commits in the index: the head and the one before it. One without files yet is being read. */
export const codeCommits = pgTable(
  "code_commits",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    repositoryId: integer("repository_id")
      .notNull()
      .references(() => codeRepositories.id, { onDelete: "cascade" }),
    sha: text().notNull(),
    readAt: timestamp("read_at", { withTimezone: true }).notNull(),
    isWhole: boolean("is_whole").notNull().default(false),
    fileCount: integer("file_count").notNull().default(0),
    /** Entries that were left out, such as names that leave the folder. */
    leftOutCount: integer("left_out_count").notNull().default(0),
    textBytes: integer("text_bytes").notNull().default(0),
  },
  (table) => [index("code_commits_repository").on(table.repositoryId)],
).enableRLS();

/**
 * Texts by the SHA-1 of their git blob and their language, which decides what they define. `trigrams` are the hashed runs of
 * three characters (`src/features/code-search/domain/trigrams.ts`), so that the index needs no extension.
 */
export const codeTexts = pgTable(
  "code_texts",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    sha: text().notNull(),
    /** Empty if unknown. */
    language: text().notNull(),
    text: text().notNull(),
    trigrams: smallint().array().notNull(),
  },
  (table) => [
    uniqueIndex("code_texts_blob").on(table.sha, table.language),
    index("code_texts_trigrams").using("gin", table.trigrams),
  ],
).enableRLS();

export const codeFiles = pgTable(
  "code_files",
  {
    commitId: integer("commit_id").notNull(),
    path: plainText().notNull(),
    /** The path and the name in lower case; the path with a slash in front. */
    foldedPath: plainText("folded_path").notNull(),
    foldedName: plainText("folded_name").notNull(),
    /** Points by which tests, generated files, and the like rank lower (`path-weight.ts`). */
    weight: smallint().notNull(),
    /** Null for a file without text: binary, a link, or larger than 1 MB. */
    textId: integer("text_id").references(() => codeTexts.id),
    sha: text().notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    language: text(),
  },
  (table) => [
    primaryKey({ name: "code_files_key", columns: [table.commitId, table.path] }),
    foreignKey({
      name: "code_files_commit",
      columns: [table.commitId],
      foreignColumns: [codeCommits.id],
    }).onDelete("cascade"),
    index("code_files_text").on(table.textId, table.commitId),
  ],
).enableRLS();

/** Names that a text defines. */
export const codeDefinitions = pgTable(
  "code_definitions",
  {
    textId: integer("text_id")
      .notNull()
      .references(() => codeTexts.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** In lower case. */
    foldedName: plainText("folded_name").notNull(),
    kind: text().notNull(),
    line: integer().notNull(),
  },
  (table) => [
    index("code_definitions_text").on(table.textId),
    index("code_definitions_name").on(table.foldedName),
  ],
).enableRLS();

/** When the index was last compared with the list of repositories. */
export const codeIndexStates = pgTable(
  "code_index_states",
  {
    source: text().notNull(),
    owner: text().notNull(),
    /** Null until every repository has been read or refused once. */
    comparedAt: timestamp("compared_at", { withTimezone: true }),
    /** Why the last comparison failed; null if it didn't. */
    problem: text(),
  },
  (table) => [primaryKey({ name: "code_index_states_key", columns: [table.source, table.owner] })],
).enableRLS();
