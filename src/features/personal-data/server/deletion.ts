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

/** Kind of the deletion job; its key is the record's id. */
export const deletionJob = "personal-data-deletion";
/** Longest time the call waits for the deletion, which usually takes a moment. */
const waitMs = 8_000;
/** Delay before checking again for a link created during the deletion. */
const recheckMs = 5_000;

/**
 * Deletes all data of a person. The call removes their name and ends their sessions in one transaction; a job does the
 * rest and starts over if interrupted. Links are ended at their banks before they are deleted here; other data doesn't
 * wait for banks.
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

  /** Requests a deletion. @throws AppError 400 if the typed text doesn't match; 401 if the person was deleted */
  async request({ userId, userDetails }: Session, typed: string): Promise<Deletion> {
    const expected = confirmationFor(userDetails);
    if (!isConfirmed(typed, expected)) throw invalid({ confirmation: [`Type ${expected} to confirm.`] });
    return this.remove(userId);
  }

  /** Deletes a person whose confirmation isn't needed. @throws AppError 401 if they were deleted */
  async remove(userId: string): Promise<Deletion> {
    const recordId = await retried([deadlock], () => this.#begin(userId));
    await this.#options.jobs.settled(deletionJob, recordId, waitMs);
    return this.status(recordId);
  }

  /** Returns a deletion's status. @throws AppError 404 for an unknown reference */
  async status(recordId: string): Promise<Deletion> {
    const deletion = await this.#options.records.deletion(recordId);
    if (deletion === null) throw notFound();
    return deletion;
  }

  /** Makes the person's data inaccessible and commits to its deletion. */
  async #begin(userId: string): Promise<string> {
    const { kernel, jobs, records, subjectHashOf, banks } = this.#options;
    const recordId = randomUUID();
    const linksNotEnded = await banks.countUnreadable(userId);
    return kernel.database.unsafeDb.transaction(async (tx) => {
      const leaving = await beginLeaving(tx, userId, { reference: recordId, at: kernel.now() });
      if (leaving === null) throw signInRequired();
      // Another tab was faster.
      if ("leavingAs" in leaving) return leaving.leavingAs;
      const subjectHash = subjectHashOf(leaving.identity);
      const counts = await countHeld(tx, { userId, subjectHash });
      const banksLeft = await banks.countOpen(tx, userId);
      await records.beginDeletion(tx, { recordId, subjectHash, counts, banksLeft, linksNotEnded });
      await jobs.enqueue(tx, { kind: deletionJob, key: recordId, payload: { userId } });
      kernel.log.info({ recordId, counts }, "A person requested deletion of their data.");
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
      await records.updateBanks(recordId, { banksLeft, bankProblem: problem.code });
      throw problem.error;
    }
    const isWhole = await this.#finish(recordId, userId);
    if (!isWhole) return { againAt: new Date(kernel.now().getTime() + recheckMs) };
    kernel.log.info({ recordId }, "Deleted all data of a person.");
    return undefined;
  }

  /** Locks the person, checks that no bank link remains, and deletes the last rows. */
  async #finish(recordId: string, userId: string): Promise<boolean> {
    const { kernel, records, banks } = this.#options;
    return kernel.database.unsafeDb.transaction(async (tx) => {
      const isThere = await lockUser(tx, userId);
      if (isThere && (await banks.countOpen(tx, userId)) > 0) return false;
      // Jobs for links that have ended, except the running one.
      await tx.delete(jobTable).where(sql`payload->>'userId' = ${userId} and kind <> ${deletionJob}`);
      await forgetUser(tx, userId);
      await records.endDeletion(tx, recordId);
      return true;
    });
  }
}
