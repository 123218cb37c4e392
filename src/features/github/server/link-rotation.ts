import { and, eq } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { githubAccounts } from "#server/tables/github-tables.ts";
import { belonging, createLinkSeal } from "./link-store.ts";

/**
 * Re-encrypts the tokens of linked GitHub accounts with another key; safe to repeat. Uses the system connection.
 * @returns how many tokens were re-encrypted, and how many neither key opens
 */
export async function resealGitHubTokens(
  tx: Transaction,
  from: Buffer,
  to: Buffer,
): Promise<{ resealed: number; unreadable: number }> {
  const seals = { from: createLinkSeal(from), to: createLinkSeal(to) };
  const count = { resealed: 0, unreadable: 0 };
  for (const { userId, source, sealedToken } of await tx.select().from(githubAccounts).for("update")) {
    const owner = belonging(userId, source);
    if (seals.to.open(sealedToken, owner) !== null) continue;
    const token = seals.from.open(sealedToken, owner);
    if (token === null) {
      count.unreadable += 1;
      continue;
    }
    await tx
      .update(githubAccounts)
      .set({ sealedToken: seals.to.close(token, owner) })
      .where(and(eq(githubAccounts.userId, userId), eq(githubAccounts.source, source)));
    count.resealed += 1;
  }
  return count;
}
