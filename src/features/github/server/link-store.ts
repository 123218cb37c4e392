import { and, eq } from "drizzle-orm";
import type { Database } from "#server/database/db.ts";
import type { Kernel } from "#server/feature.ts";
import { deriveKey } from "#server/settings/secret-key.ts";
import { githubAccounts } from "#server/tables/github-tables.ts";
import { createSeal, type Seal } from "#server/settings/seal.ts";

export type LinkedAccount = { accessToken: string; login: string | null };

/** Creates the store with the key that encrypts its secrets. */
export function createLinkStore(kernel: Pick<Kernel, "database" | "now" | "secretKey">): LinkStore {
  return new LinkStore(kernel.database, createLinkSeal(kernel.secretKey), kernel.now);
}

/** Creates the cipher for the tokens of linked accounts, each bound to its `belonging`. */
export function createLinkSeal(secretKey: Buffer): Seal {
  return createSeal(deriveKey(secretKey, "github token"));
}

/** SQL of linked accounts. People can reach only their own rows; secrets are encrypted before they are stored. */
class LinkStore {
  readonly #database: Database;
  readonly #seal: Seal;
  readonly #now: () => Date;

  constructor(database: Database, seal: Seal, now: () => Date) {
    this.#database = database;
    this.#seal = seal;
    this.#now = now;
  }

  /** Stores the token and returns the account it replaces, if any. */
  async save(userId: string, source: string, account: LinkedAccount): Promise<LinkedAccount | null> {
    const { accessToken, login } = account;
    const values = {
      sealedToken: this.#seal.close(accessToken, belonging(userId, source)),
      login,
      linkedAt: this.#now(),
    };
    return this.#database.asUser(userId, async (tx) => {
      const [before] = await tx.select().from(githubAccounts).where(isAccount(userId, source)).for("update");
      await tx
        .insert(githubAccounts)
        .values({ userId, source, ...values })
        .onConflictDoUpdate({ target: [githubAccounts.userId, githubAccounts.source], set: values });
      return before === undefined ? null : this.#opened(before);
    });
  }

  /** Returns the linked account, or null if there is none or its token can no longer be read (another SECRET_KEY). */
  async find(userId: string, source: string): Promise<LinkedAccount | null> {
    const [row] = await this.#database.asUser(userId, (tx) =>
      tx.select().from(githubAccounts).where(isAccount(userId, source)),
    );
    return row === undefined ? null : this.#opened(row);
  }

  /** Deletes an account whose token can no longer be read. */
  async removeUnreadable(userId: string, source: string): Promise<void> {
    await this.#database.asUser(userId, async (tx) => {
      const [row] = await tx.select().from(githubAccounts).where(isAccount(userId, source)).for("update");
      if (row !== undefined && this.#opened(row) === null)
        await tx.delete(githubAccounts).where(isAccount(userId, source));
    });
  }

  /** Deletes the account only if it still has this token: a newer link stays. */
  async removeToken(userId: string, source: string, accessToken: string): Promise<boolean> {
    return this.#database.asUser(userId, async (tx) => {
      const [row] = await tx.select().from(githubAccounts).where(isAccount(userId, source)).for("update");
      if (row === undefined || this.#opened(row)?.accessToken !== accessToken) return false;
      await tx.delete(githubAccounts).where(isAccount(userId, source));
      return true;
    });
  }

  #opened(row: typeof githubAccounts.$inferSelect): LinkedAccount | null {
    const accessToken = this.#seal.open(row.sealedToken, belonging(row.userId, row.source));
    return accessToken === null ? null : { accessToken, login: row.login };
  }
}

function isAccount(userId: string, source: string) {
  return and(eq(githubAccounts.userId, userId), eq(githubAccounts.source, source));
}

/** Returns the row that a token is bound to; moved to another row, it can't be decrypted. */
export function belonging(userId: string, source: string): string {
  return `${userId} ${source}`;
}
