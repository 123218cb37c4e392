import { expect } from "vitest";
import { sortRows } from "#features/transactions/server/index.ts";
import type { Database } from "#server/database/db.ts";
import { createRuleSite, everyDay, type RuleSite } from "./rule-site.ts";

export const addTags = (...value: string[]) => ({ field: "tags", value });
export const giveNote = (value: string) => ({ field: "note", value });
export const isTag = (...values: (number | undefined)[]) => ({ field: "tag", op: "is", values });
export const hasNote = (...values: string[]) => ({ field: "note", op: "contains", values });
/** For a rule that reaches everything. */
export const reaching = { appliesFrom: everyDay };

type Tag = { tagId: number; name: string; transactionCount: number };
type Tagged = { updated: number; undo: object[] };

/** A site of rules, with what a person writes about rows. */
export type WordSite = RuleSite & {
  tags: (cookie?: string) => Promise<Tag[]>;
  tagIdOf: (name: string) => Promise<number | undefined>;
  tagRows: (
    transactionIds: readonly (number | undefined)[],
    add: string[],
    remove?: string[],
  ) => Promise<Tagged>;
  /** Merges or deletes a tag. */
  changeTag: (call: "MergeTag" | "DeleteTag", input: object) => Promise<{ updated: number; undoId: string }>;
  /** Saves what the dialog for a row's note and tags sends. */
  write: (transactionId: number | undefined, said: { note?: string; tags?: string[] }) => Promise<void>;
  /** Returns each row's note and tags: "note #A #B". */
  words: () => Promise<string[]>;
  deleteRules: () => Promise<void>;
  /** Fails if sorting everything anew would change a row. */
  expectSorted: () => Promise<void>;
};

export async function createWordSite(database: Database): Promise<WordSite> {
  const person = await createRuleSite(database);
  const { site } = person;
  const tags: WordSite["tags"] = async (cookie) => (await site.get<Tag[]>("/api/GetTags", cookie)).data;
  const changed = async <Answer>(call: string, input: object) =>
    (await site.post<Answer>(`/api/${call}`, input)).data;

  async function write(transactionId: number | undefined, said: { note?: string; tags?: string[] }) {
    const row = (await person.rows()).find((one) => one.transactionId === transactionId);
    if (row === undefined) throw new Error("no such row");
    const values = { accountId: row.account.accountId, date: row.date, amount: row.amount, name: row.name };
    const read = { note: row.note, tags: row.tags.map(({ name }) => name) };
    const basedOn = { ...values, ...read };
    const answer = await site.post("/api/SaveTransaction", { transactionId, ...basedOn, ...said, basedOn });
    expect(answer.errors).toBeNull();
  }

  return {
    ...person,
    tags,
    tagIdOf: async (wanted) => (await tags()).find(({ name }) => name === wanted)?.tagId,
    tagRows: (transactionIds, add, remove = []) =>
      changed("SetTransactionTags", { transactionIds, add, remove }),
    changeTag: changed,
    write,
    words: async () =>
      (await person.rows()).map((row) =>
        [row.note, ...row.tags.map(({ name }) => `#${name}`)].filter((word) => word !== "").join(" "),
      ),
    async deleteRules() {
      for (const { ruleId } of await person.rules()) await site.post("/api/DeleteRule", { ruleId });
    },
    async expectSorted() {
      const written = await database.unsafeDb.transaction((tx) => sortRows(tx, site.userId, "everything"));
      expect(written).toBe(0);
    },
  };
}
