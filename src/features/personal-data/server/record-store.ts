import { and, desc, eq } from "drizzle-orm";
import type { Database, Transaction } from "#server/database/db.ts";
import type { Deletion } from "../contract.ts";
import { personalDataRecords as records } from "#server/tables/personal-data-tables.ts";

type Row = typeof records.$inferSelect;
type Counts = Record<string, number>;

/** SQL for records of downloads and deletions, which only the site itself can read. */
export class RecordStore {
  readonly #db: Database["unsafeDb"];
  readonly #now: () => Date;

  constructor({ unsafeDb }: Pick<Database, "unsafeDb">, now: () => Date) {
    this.#db = unsafeDb;
    this.#now = now;
  }

  /** Records the start of a download; returns its id. */
  async beginDownload(subjectHash: string, counts: Counts): Promise<string> {
    const [row] = await this.#db
      .insert(records)
      .values({ subjectHash, act: "downloaded", outcome: "under-way", requestedAt: this.#now(), counts })
      .returning({ recordId: records.recordId });
    if (row === undefined) throw new Error("The database kept no record of a download.");
    return row.recordId;
  }

  /** Records the outcome of a download. */
  async endDownload(recordId: string, outcome: "done" | "broken-off"): Promise<void> {
    await this.#db
      .update(records)
      .set({ outcome, finishedAt: this.#now() })
      .where(eq(records.recordId, recordId));
  }

  /** Returns the time of the person's last complete download; null if none. */
  async lastDownload(subjectHash: string): Promise<Date | null> {
    const [last] = await this.#db
      .select({ finishedAt: records.finishedAt })
      .from(records)
      .where(
        and(eq(records.subjectHash, subjectHash), eq(records.act, "downloaded"), eq(records.outcome, "done")),
      )
      .orderBy(desc(records.requestedAt))
      .limit(1);
    return last?.finishedAt ?? null;
  }

  /** Records a requested deletion under `recordId`. */
  async beginDeletion(
    tx: Transaction,
    deletion: Pick<Row, "recordId" | "subjectHash" | "counts" | "banksLeft" | "linksNotEnded">,
  ): Promise<void> {
    await tx
      .insert(records)
      .values({ ...deletion, act: "deleted", outcome: "under-way", requestedAt: this.#now() });
  }

  /** Records the bank links that a deletion waits for. */
  async updateBanks(
    recordId: string,
    { banksLeft, bankProblem }: { banksLeft: number; bankProblem: string | null },
  ): Promise<void> {
    await this.#db
      .update(records)
      .set({ banksLeft, bankProblem })
      .where(and(eq(records.recordId, recordId), eq(records.outcome, "under-way")));
  }

  /** Records the end of a deletion, in the transaction that deletes the last row. */
  async endDeletion(tx: Transaction, recordId: string): Promise<void> {
    await tx
      .update(records)
      .set({ outcome: "done", finishedAt: this.#now(), banksLeft: 0, bankProblem: null })
      .where(and(eq(records.recordId, recordId), eq(records.outcome, "under-way")));
  }

  /** Finds a deletion by id; null if there is none. */
  async deletion(recordId: string): Promise<Deletion | null> {
    const [row] = await this.#db
      .select()
      .from(records)
      .where(and(eq(records.recordId, recordId), eq(records.act, "deleted")));
    return row === undefined ? null : deletionView(row);
  }

  /** Finds an earlier deletion by the same person that is still in progress; null if none. */
  async deletionUnderWay(subjectHash: string): Promise<Deletion | null> {
    const [row] = await this.#db
      .select()
      .from(records)
      .where(
        and(
          eq(records.subjectHash, subjectHash),
          eq(records.act, "deleted"),
          eq(records.outcome, "under-way"),
        ),
      )
      .orderBy(desc(records.requestedAt))
      .limit(1);
    return row === undefined ? null : deletionView(row);
  }
}

function deletionView({
  recordId,
  outcome,
  requestedAt,
  finishedAt,
  banksLeft,
  linksNotEnded,
}: Row): Deletion {
  return {
    reference: recordId,
    state: outcome === "done" ? "done" : "under-way",
    requestedAt: requestedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    banksLeft,
    linksNotEnded,
  };
}
