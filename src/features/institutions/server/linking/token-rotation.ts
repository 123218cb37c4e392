import { eq, isNotNull } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { institutionAccessItems as items, pendingLinks } from "#server/tables/institution-tables.ts";
import { createTokenSeal, type SealedToken } from "./token-seal.ts";

type Count = { resealed: number; unreadable: number };

/**
 * Seals bank access tokens with another key (docs/reference/money.md, "Access tokens"). Safe to repeat; needs the system
 * connection.
 * @returns number of tokens resealed, and of those that neither key opens, whose banks must be linked again
 */
export async function resealBankTokens(tx: Transaction, from: Buffer, to: Buffer): Promise<Count> {
  const count: Count = { resealed: 0, unreadable: 0 };
  const reseal = createResealing(from, to, count);
  for (const row of await tx.select().from(items).where(isNotNull(items.itemId)).for("update")) {
    const { itemId, sealedAccessToken, keyId } = row;
    if (itemId === null || sealedAccessToken === null || keyId === null) continue;
    const sealed = reseal({ sealedAccessToken, keyId }, itemId);
    if (sealed !== null)
      await tx
        .update(items)
        .set(sealed)
        .where(eq(items.institutionAccessItemId, row.institutionAccessItemId));
  }
  for (const row of await tx.select().from(pendingLinks).for("update")) {
    const sealed = reseal(row, row.itemId);
    if (sealed !== null)
      await tx.update(pendingLinks).set(sealed).where(eq(pendingLinks.pendingLinkId, row.pendingLinkId));
  }
  return count;
}

/** Creates a function that seals a token with the new key; it returns null if already done or not readable. */
function createResealing(from: Buffer, to: Buffer, count: Count) {
  const seals = { from: createTokenSeal(from), to: createTokenSeal(to) };
  return (sealed: SealedToken, itemId: string): SealedToken | null => {
    if (sealed.keyId === seals.to.keyId) return null;
    const token = seals.from.open(sealed, itemId);
    if (token === null) {
      count.unreadable += 1;
      return null;
    }
    count.resealed += 1;
    return seals.to.close(token, itemId);
  };
}
