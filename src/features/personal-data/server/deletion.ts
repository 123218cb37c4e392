import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { beginLeaving, forgetUser, lockUser } from "#features/auth/server/index.ts";
import type { GitHubLinks } from "#features/github/server/index.ts";
import { bankPauseMs, type LinkEndings } from "#features/institutions/server/index.ts";
import type { Kernel } from "#server/feature.ts";
import { jobs as jobTable } from "#server/tables/job-tables.ts";
import type { JobOutcome, Jobs } from "#server/jobs/jobs.ts";
import type { Session } from "#server/http/session.ts";
import { deadlock, retried } from "#server/database/transaction-retries.ts";
import { invalid, notFound, signInRequired } from "#shared/errors.ts";
import type { Deletion } from "../contract.ts";
import { confirmationFor, isConfirmed } from "../domain/confirmation.ts";
import { countHeld } from "./personal-rows.ts";
import type { RecordStore } from "./record-store.ts";
import { clearRows } from "./row-clearing.ts";
import type { createSubjectHash } from "./subject-hash.ts";

type DeletionOptions = {
  kernel: Pick<Kernel, "database" | "log" | "now">;
  jobs: Jobs;
  records: RecordStore;
  subjectHashOf: ReturnType<typeof createSubjectHash>;
  banks: LinkEndings;
  github: Pick<GitHubLinks, "unlink">;
};

/** The kind of job that does it; its key is the id of the record. */
export const deletionJob = "personal-data-deletion";
/** How long the call waits for a deletion that most often takes a moment. */
const patienceMs = 8_000;
/** A link that was being made while its person left turns up later; it is looked for again. */
const lookAgainMs = 5_000;

/**
 * Deletes everything that is a person's. The call itself takes their name off it and ends their sessions, in one
 * transaction; a job does the rest, from the beginning as often as it is broken off. Links are ended at their banks before
 * they are forgotten here; what needs no bank does not wait for one.
 */
export class PersonalDataDeletion {
  readonly #options: DeletionOptions;

  constructor(options: DeletionOptions) {
    this.#options = options;
    options.jobs.register({
      kind: deletionJob,
      payload: z.object({ userId: z.uuid() }),
      pauseMs: bankPauseMs,
      run: ({ key, payload, signal }) => this.#work({ recordId: key, userId: payload.userId, signal }),
    });
  }

  /** @throws AppError 400 where what was typed is not what was asked for; 401 where the person is gone */
  async request({ userId, userDetails }: Session, typed: string): Promise<Deletion> {
    const wanted = confirmationFor(userDetails);
    if (!isConfirmed(typed, wanted)) throw invalid({ confirmation: [`Type ${wanted} to confirm.`] });
    const recordId = await retried([deadlock], () => this.#begin(userId));
    await this.#options.jobs.settled(deletionJob, recordId, patienceMs);
    return this.standing(recordId);
  }

  /** @throws AppError 404 for a reference that names none */
  async standing(recordId: string): Promise<Deletion> {
    const deletion = await this.#options.records.deletion(recordId);
    if (deletion === null) throw notFound();
    return deletion;
  }

  /** From here on nobody can reach what the person has, and it is certain to be deleted. */
  async #begin(userId: string): Promise<string> {
    const { kernel, jobs, records, subjectHashOf, banks } = this.#options;
    const recordId = randomUUID();
    const linksNotEnded = await banks.countUnreadable(userId);
    return kernel.database.unsafeDb.transaction(async (tx) => {
      const leaving = await beginLeaving(tx, userId, { reference: recordId, at: kernel.now() });
      if (leaving === null) throw signInRequired();
      // Somebody was quicker, in another tab.
      if ("leavingAs" in leaving) return leaving.leavingAs;
      const subjectHash = subjectHashOf(leaving.identity);
      const counts = await countHeld(tx, { userId, subjectHash });
      const banksLeft = await banks.countOpen(tx, userId);
      await records.beginDeletion(tx, { recordId, subjectHash, counts, banksLeft, linksNotEnded });
      await jobs.enqueue(tx, { kind: deletionJob, key: recordId, payload: { userId } });
      kernel.log.info({ recordId, counts }, "a person has asked for their data to be deleted");
      return recordId;
    });
  }

  async #work(work: { recordId: string; userId: string; signal: AbortSignal }): Promise<JobOutcome> {
    const { kernel, records, banks, github } = this.#options;
    const { recordId, userId, signal } = work;
    await banks.dropWebhooks(userId);
    const problem = await banks.endAll(userId, signal);
    await github.unlink({ userId });
    await clearRows(kernel.database, userId, signal);
    if (problem !== null) {
      const banksLeft = await kernel.database.asUser(userId, (tx) => banks.countOpen(tx, userId));
      await records.noteBanks(recordId, { banksLeft, bankProblem: problem.code });
      throw problem.error;
    }
    const isWhole = await this.#finish(recordId, userId);
    if (!isWhole) return { againAt: new Date(kernel.now().getTime() + lookAgainMs) };
    kernel.log.info({ recordId }, "everything of a person is deleted");
    return undefined;
  }

  /** Nobody can write for the person while it is looked whether anything is left that a bank knows. */
  async #finish(recordId: string, userId: string): Promise<boolean> {
    const { kernel, records, banks } = this.#options;
    return kernel.database.unsafeDb.transaction(async (tx) => {
      const isThere = await lockUser(tx, userId);
      if (isThere && (await banks.countOpen(tx, userId)) > 0) return false;
      // Jobs about links that are ended by now; whoever runs this one has it in hand.
      await tx.delete(jobTable).where(sql`payload->>'userId' = ${userId} and kind <> ${deletionJob}`);
      await forgetUser(tx, userId);
      await records.endDeletion(tx, recordId);
      return true;
    });
  }
}
