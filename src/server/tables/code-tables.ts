import { customType, foreignKey, index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";

/** Text compared byte by byte, so that paths sort the same everywhere. */
const plainText = customType<{ data: string }>({ dataType: () => 'text COLLATE pg_catalog."C"' });

/**
 * Index of the owner's public code (docs/decisions/0031): repositories with why one is left out, commits, their files, and texts
 * that several files share. `source` is GitHub's address, so sandbox and live never mix (docs/reference/product.md, "Sandboxes").
 */
export const codeRepositories = pgTable(
  "code_repositories",
  (t) => ({
    id: t.integer().primaryKey().generatedAlwaysAsIdentity(),
    source: t.text().notNull(),
    owner: t.text().notNull(),
    /** GitHub's id, which a new name doesn't change. */
    githubId: t.bigint("github_id", { mode: "number" }).notNull(),
    name: t.text().notNull(),
    description: t.text(),
    htmlUrl: t.text("html_url").notNull(),
    /** When GitHub last noted a push, as of the last read of the repository; null to read it again. */
    readPushedAt: t.text("read_pushed_at"),
    pushedAt: t.text("pushed_at"),
    /** The commit that searches see; null without one. */
    headId: t.integer("head_id"),
    /** Why the newest commit isn't in the index. */
    problem: t.text(),
    /** When to try again after a problem; null for one that only a push can mend. */
    retryAt: t.timestamp("retry_at", { withTimezone: true }),
    failures: t.integer().notNull().default(0),
  }),
  (table) => [uniqueIndex("code_repositories_key").on(table.source, table.owner, table.githubId)],
).enableRLS();

/** Commits in the index: the head and the one before it. One without files yet is being read. */
export const codeCommits = pgTable(
  "code_commits",
  (t) => ({
    id: t.integer().primaryKey().generatedAlwaysAsIdentity(),
    repositoryId: t
      .integer("repository_id")
      .notNull()
      .references(() => codeRepositories.id, { onDelete: "cascade" }),
    sha: t.text().notNull(),
    readAt: t.timestamp("read_at", { withTimezone: true }).notNull(),
    isWhole: t.boolean("is_whole").notNull().default(false),
    fileCount: t.integer("file_count").notNull().default(0),
    /** Entries that were left out, such as names that leave the folder. */
    leftOutCount: t.integer("left_out_count").notNull().default(0),
    textBytes: t.integer("text_bytes").notNull().default(0),
  }),
  (table) => [index("code_commits_repository").on(table.repositoryId)],
).enableRLS();

/**
 * Texts by the SHA-1 of their git blob and their language, which decides what they define. `trigrams` are the hashed runs of
 * three characters (`src/features/code-search/domain/trigrams.ts`), so that the index needs no extension.
 */
export const codeTexts = pgTable(
  "code_texts",
  (t) => ({
    id: t.integer().primaryKey().generatedAlwaysAsIdentity(),
    sha: t.text().notNull(),
    /** Empty if unknown. */
    language: t.text().notNull(),
    text: t.text().notNull(),
    trigrams: t.smallint().array().notNull(),
  }),
  (table) => [
    uniqueIndex("code_texts_blob").on(table.sha, table.language),
    index("code_texts_trigrams").using("gin", table.trigrams),
  ],
).enableRLS();

export const codeFiles = pgTable(
  "code_files",
  (t) => ({
    commitId: t.integer("commit_id").notNull(),
    path: plainText().notNull(),
    /** The path and the name in lower case; the path with a slash in front. */
    foldedPath: plainText("folded_path").notNull(),
    foldedName: plainText("folded_name").notNull(),
    /** Points by which tests, generated files, and the like rank lower (`path-weight.ts`). */
    weight: t.smallint().notNull(),
    /** Null for a file without text: binary, a link, or larger than 1 MB. */
    textId: t.integer("text_id").references(() => codeTexts.id),
    sha: t.text().notNull(),
    sizeBytes: t.integer("size_bytes").notNull(),
    language: t.text(),
  }),
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
  (t) => ({
    textId: t
      .integer("text_id")
      .notNull()
      .references(() => codeTexts.id, { onDelete: "cascade" }),
    name: t.text().notNull(),
    /** In lower case. */
    foldedName: plainText("folded_name").notNull(),
    kind: t.text().notNull(),
    line: t.integer().notNull(),
  }),
  (table) => [
    index("code_definitions_text").on(table.textId),
    index("code_definitions_name").on(table.foldedName),
  ],
).enableRLS();

/** When the index was last compared with the list of repositories. */
export const codeIndexStates = pgTable(
  "code_index_states",
  (t) => ({
    source: t.text().notNull(),
    owner: t.text().notNull(),
    /** Null until every repository has been read or refused once. */
    comparedAt: t.timestamp("compared_at", { withTimezone: true }),
    /** Why the last comparison failed; null if it didn't. */
    problem: t.text(),
  }),
  (table) => [primaryKey({ name: "code_index_states_key", columns: [table.source, table.owner] })],
).enableRLS();
