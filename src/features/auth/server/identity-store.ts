import { randomBytes } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "#server/database/db.ts";
import { takeLock } from "#server/database/named-lock.ts";
import { identities, users } from "#server/tables/auth-tables.ts";
import type { Identity, SessionStore, NewSession, UserMode } from "./session-store.ts";

/** Person as identified by the provider. */
export type SignedInPerson = {
  mode: UserMode;
  identityKey: string;
  issuer: string;
  tenantId: string | null;
  address: string | null;
  userDetails: string;
};

/** SQL for accounts at providers. Runs without row-level security, since it determines the user. */
export class IdentityStore {
  readonly #db: Database["unsafeDb"];
  readonly #now: () => Date;

  constructor({ unsafeDb }: Pick<Database, "unsafeDb">, now: () => Date) {
    this.#db = unsafeDb;
    this.#now = now;
  }

  /** Finds or creates the identity's person and opens a session for them. */
  async signIn(
    sessions: SessionStore,
    { person, ...session }: NewSession & { person: SignedInPerson },
  ): Promise<{ userId: string }> {
    return this.#db.transaction(async (tx) => {
      await lockIdentity(tx, person);
      const userId =
        (await this.#returning(tx, person, session.realm)) ?? (await this.#first(tx, person, session.realm));
      await sessions.openSession(tx, userId, session);
      return { userId };
    });
  }

  /** Adds an identity to a person; `taken` if it is another person's. */
  async link(userId: string, person: SignedInPerson, realm: string): Promise<"linked" | "taken"> {
    return this.#db.transaction(async (tx) => {
      await lockIdentity(tx, person);
      const [known] = await tx.select().from(identities).where(isIdentity(person)).for("update");
      if (known !== undefined && known.userId !== userId) return "taken";
      if (known === undefined)
        await tx.insert(identities).values({ ...person, userId, realm, linkedAt: this.#now() });
      return "linked";
    });
  }

  /** Lists a person's identities, oldest first. */
  async list(userId: string): Promise<Identity[]> {
    return this.#db
      .select()
      .from(identities)
      .where(eq(identities.userId, userId))
      .orderBy(asc(identities.linkedAt), asc(identities.identityKey));
  }

  /** Updates what the provider says about a known person; null if the identity is new. */
  async #returning(tx: Transaction, person: SignedInPerson, realm: string): Promise<string | null> {
    const { mode: _, identityKey: __, userDetails, ...details } = person;
    const [known] = await tx.select().from(identities).where(isIdentity(person)).for("update");
    if (known === undefined) return null;
    await tx
      .update(identities)
      .set({ ...details, userDetails, realm })
      .where(isIdentity(person));
    await tx
      .update(users)
      .set({
        lastSignIn: this.#now(),
        identityProvider: "aad",
        // A name from this provider follows it; one that the person chose stays.
        userDetails: sql`case when ${users.userDetails} = ${known.userDetails} then ${userDetails} else ${users.userDetails} end`,
      })
      .where(eq(users.userId, known.userId));
    return known.userId;
  }

  async #first(tx: Transaction, person: SignedInPerson, realm: string): Promise<string> {
    const { mode, userDetails } = person;
    const at = this.#now();
    const userId = await createPerson(tx, { mode, userDetails, identityProvider: "aad", at });
    await tx.insert(identities).values({ ...person, userId, realm, linkedAt: at });
    return userId;
  }
}

/** Creates a person and returns their id. */
export async function createPerson(
  tx: Transaction,
  { at, handle = newHandle(), ...person }: NewPerson,
): Promise<string> {
  const [user] = await tx
    .insert(users)
    .values({ ...person, handle, firstSignIn: at, lastSignIn: at })
    .returning({ userId: users.userId });
  if (user === undefined) throw new Error("The database returned no user.");
  return user.userId;
}

type NewPerson = Pick<typeof users.$inferInsert, "mode" | "userDetails" | "identityProvider" | "role"> & {
  handle?: string;
  at: Date;
};

/** Creates a person's handle: 32 random bytes in hexadecimal. */
export function newHandle(): string {
  return randomBytes(32).toString("hex");
}

/** Makes simultaneous first sign-ins of an identity one person. */
async function lockIdentity(tx: Transaction, { mode, identityKey }: SignedInPerson): Promise<void> {
  await takeLock(tx, `identity ${mode} ${identityKey}`);
}

function isIdentity({ mode, identityKey }: SignedInPerson) {
  return and(eq(identities.mode, mode), eq(identities.identityKey, identityKey));
}
