import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type { Database, Transaction } from "#server/database/db.ts";
import { invitations, users } from "#server/tables/auth-tables.ts";
import { invitationMaxAgeMs, ownerLinkMaxAgeMs } from "../../domain/session-rules.ts";
import { createSessionToken, hashToken } from "../session-token.ts";
import type { User } from "../session-store.ts";

export type Invitation = typeof invitations.$inferSelect;

/** SQL for invitations. Runs without row-level security, since an invitation is used by nobody yet. */
export class InvitationStore {
  readonly #db: Database["unsafeDb"];
  readonly #now: () => Date;

  constructor({ unsafeDb }: Pick<Database, "unsafeDb">, now: () => Date) {
    this.#db = unsafeDb;
    this.#now = now;
  }

  /** Creates an owner's link, valid for an hour, and returns its token. Earlier ones stay valid until one is used. */
  async createForOwner(): Promise<string> {
    return (await this.#create({ role: "owner" }, ownerLinkMaxAgeMs)).token;
  }

  /** Invites a person for a week; returns the invitation and its token, which is stored nowhere. */
  async create(given: {
    userId: string;
    name: string;
    role: "member" | "visitor";
  }): Promise<{ invitation: Invitation; token: string }> {
    return this.#create(given, invitationMaxAgeMs);
  }

  async #create(
    given: Pick<typeof invitations.$inferInsert, "userId" | "name" | "role">,
    maxAgeMs: number,
  ): Promise<{ invitation: Invitation; token: string }> {
    const token = createSessionToken();
    const createdAt = this.#now();
    const expiresAt = new Date(createdAt.getTime() + maxAgeMs);
    const [invitation] = await this.#db
      .insert(invitations)
      .values({ ...given, tokenHash: hashToken(token), createdAt, expiresAt })
      .returning();
    if (invitation === undefined) throw new Error("The database returned no invitation.");
    return { invitation, token };
  }

  /** Finds an open invitation without using it; null if it is unknown, used, withdrawn, or expired. */
  async find(tokenHash: string): Promise<Invitation | null> {
    const [found] = await this.#db
      .select()
      .from(invitations)
      .where(and(eq(invitations.tokenHash, tokenHash), gt(invitations.expiresAt, this.#now())));
    return found ?? null;
  }

  /** Uses an invitation up; null if someone was faster. The use of an owner's link ends all of them. */
  async take(tx: Transaction, tokenHash: string): Promise<Invitation | null> {
    const [taken] = await tx
      .delete(invitations)
      .where(and(eq(invitations.tokenHash, tokenHash), gt(invitations.expiresAt, this.#now())))
      .returning();
    if (taken?.role === "owner") await tx.delete(invitations).where(eq(invitations.role, "owner"));
    return taken ?? null;
  }

  /** Lists a person's open invitations, newest first. */
  async list(userId: string): Promise<Invitation[]> {
    return this.#db
      .select()
      .from(invitations)
      .where(and(eq(invitations.userId, userId), gt(invitations.expiresAt, this.#now())))
      .orderBy(desc(invitations.createdAt), desc(invitations.invitationId));
  }

  /** Withdraws a person's invitation; false if they have no such invitation. */
  async withdraw(userId: string, invitationId: string): Promise<boolean> {
    const withdrawn = await this.#db
      .delete(invitations)
      .where(and(eq(invitations.userId, userId), eq(invitations.invitationId, invitationId)))
      .returning({ invitationId: invitations.invitationId });
    return withdrawn.length > 0;
  }

  /** Finds the site's owner; null if there is none yet. */
  async findOwner(): Promise<User | null> {
    const [owner] = await this.#db
      .select()
      .from(users)
      .where(and(eq(users.role, "owner"), eq(users.mode, "live"), isNull(users.leavingSince)));
    return owner ?? null;
  }
}
