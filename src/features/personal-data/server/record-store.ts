import { and, desc, eq } from "drizzle-orm";
import type { Database, Transaction } from "#server/database/db.ts";
import type { Deletion } from "../contract.ts";
import { personalDataRecords as records } from "#server/tables/personal-data-tables.ts";

type Row = typeof records.$inferSelect;
type Counts = Record<string, number>;

/** All SQL of the records of downloads and deletions: kernel rows, which belong to nobody who could read them. */
export class RecordStore {
  readonly #db: Database["unsafeDb"];
  readonly #now: () => Date;

  constructor({ unsafeDb }: Pick<Database, "unsafeDb">, now: () => Date) {
    this.#db = unsafeDb;
    this.#now = now;
  }

  /** A download begins; answers its id. */
  async beginDownload(subjectHash: string, counts: Counts): Promise<string> {
    const [row] = await this.#db
      .insert(records)
      .values({ subjectHash, act: "downloaded", outcome: "under-way", requestedAt: this.#now(), counts })
      .returning({ recordId: records.recordId });
    if (row === undefined) throw new Error("The database kept no record of a download.");
    return row.recordId;
  }

  /** It was sent to its end, or was broken off. */
  async endDownload(recordId: string, outcome: "done" | "broken-off"): Promise<void> {
    await this.#db
      .update(records)
      .set({ outcome, finishedAt: this.#now() })
      .where(eq(records.recordId, recordId));
  }

  /** When the person last had a whole download; null for never. */
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

  /** A deletion has been asked for; `recordId` names it from here on. */
  async beginDeletion(
    tx: Transaction,
    deletion: Pick<Row, "recordId" | "subjectHash" | "counts" | "banksLeft" | "linksNotEnded">,
  ): Promise<void> {
    await tx
      .insert(records)
      .values({ ...deletion, act: "deleted", outcome: "under-way", requestedAt: this.#now() });
  }

  /** What a deletion waits for. */
  async noteBanks(
    recordId: string,
    { banksLeft, bankProblem }: { banksLeft: number; bankProblem: string | null },
  ): Promise<void> {
    await this.#db
      .update(records)
      .set({ banksLeft, bankProblem })
      .where(and(eq(records.recordId, recordId), eq(records.outcome, "under-way")));
  }

  /** It is whole; in the transaction that deletes the last row. */
  async endDeletion(tx: Transaction, recordId: string): Promise<void> {
    await tx
      .update(records)
      .set({ outcome: "done", finishedAt: this.#now(), banksLeft: 0, bankProblem: null })
      .where(and(eq(records.recordId, recordId), eq(records.outcome, "under-way")));
  }

  /** By its id; null for none, and for what is no deletion. */
  async deletion(recordId: string): Promise<Deletion | null> {
    const [row] = await this.#db
      .select()
      .from(records)
      .where(and(eq(records.recordId, recordId), eq(records.act, "deleted")));
    return row === undefined ? null : deletionView(row);
  }

  /** The one that the same person asked for before and that is not whole yet; null for none. */
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
