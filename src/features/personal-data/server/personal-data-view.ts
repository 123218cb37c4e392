import { and, asc, eq, notInArray } from "drizzle-orm";
import { institutionAccessItems } from "#server/tables/institution-tables.ts";
import type { Database } from "#server/database/db.ts";
import type { Session } from "#server/http/session.ts";
import type { PersonalData } from "../contract.ts";
import { confirmationFor } from "../domain/confirmation.ts";
import { countHeld } from "./personal-rows.ts";
import { personalTables, type Person } from "./personal-tables.ts";
import type { RecordStore } from "./record-store.ts";

/** Tables shown elsewhere or not deleted, which aren't counted. */
const shownElsewhere = new Set(["you", "sign-in-accounts", "records", "bank-rows", "bank-link-exchanges"]);

/** Reads the summary of a person's data for the screen. */
export async function readPersonalData(
  database: Pick<Database, "unsafeDb" | "asUser">,
  records: RecordStore,
  { session, ...person }: Person & { session: Session },
): Promise<PersonalData> {
  const counts = await countHeld(database.unsafeDb, person);
  const held = personalTables
    .map(({ name, words: [one, many] }) => ({ name, one, many, count: counts[name] ?? 0 }))
    .filter(({ name, count }) => count > 0 && !shownElsewhere.has(name))
    .toSorted((a, b) => b.count - a.count);
  const lastDownload = await records.lastDownload(person.subjectHash);
  return {
    confirmWith: confirmationFor(session.userDetails),
    held: held.map(({ name, one, many, count }) => ({ name, count, words: count === 1 ? one : many })),
    banks: await linkedBanks(database, person.userId),
    hasGitHubLink: (counts["github-account"] ?? 0) > 0,
    lastDownloadAt: lastDownload?.toISOString() ?? null,
    deletion: await records.deletionUnderWay(person.subjectHash),
  };
}

/** Reads names of banks whose links would have to be ended. */
async function linkedBanks(database: Pick<Database, "asUser">, userId: string): Promise<string[]> {
  const rows = await database.asUser(userId, (tx) =>
    tx
      .select({ name: institutionAccessItems.institutionName })
      .from(institutionAccessItems)
      .where(
        and(
          eq(institutionAccessItems.userId, userId),
          notInArray(institutionAccessItems.state, ["unlinked", "manual"]),
        ),
      )
      .orderBy(asc(institutionAccessItems.institutionName)),
  );
  return rows.map(({ name }) => name);
}
