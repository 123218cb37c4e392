import { eq } from "drizzle-orm";
import type { Database } from "#server/database/db.ts";
import { contentCopies } from "#server/tables/content-tables.ts";

export type ContentCopyStore = {
  load: (sourceUrl: string) => Promise<{ content: unknown; asOf: Date } | null>;
  save: (sourceUrl: string, content: unknown, asOf: Date) => Promise<void>;
};

/** Stores last good copies by their source address. Public content has no owner, so this bypasses row-level security. */
export function createContentCopyStore(database: Database): ContentCopyStore {
  const { unsafeDb } = database;
  return {
    async load(sourceUrl) {
      const [row] = await unsafeDb.select().from(contentCopies).where(eq(contentCopies.sourceUrl, sourceUrl));
      return row === undefined ? null : { content: row.content, asOf: row.asOf };
    },
    async save(sourceUrl, content, asOf) {
      await unsafeDb
        .insert(contentCopies)
        .values({ sourceUrl, content, asOf })
        .onConflictDoUpdate({ target: contentCopies.sourceUrl, set: { content, asOf } });
    },
  };
}
