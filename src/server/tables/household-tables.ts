import { sql } from "drizzle-orm";
import { check, index, pgPolicy, pgTable, unique } from "drizzle-orm/pg-core";
import { appUser, isPerson, policiesOfOwner, policyOfPerson } from "#server/database/owner-policy.ts";
import type { ChangedThings } from "#shared/household.ts";
import { ownerId, users } from "./auth-tables.ts";

const isMember = sql`member_id = (select nullif(current_setting('app.user_id', true), '')::uuid) and ${isPerson}`;

/**
 * People whom an owner lets see their money (docs/reference/product.md, "Household"). The names are those at the time of the
 * invitation, because nobody acting as a person can read `users`.
 */
export const householdMembers = pgTable(
  "household_members",
  (t) => ({
    membershipId: t.uuid("membership_id").primaryKey().defaultRandom(),
    /** The owner of the money. */
    userId: ownerId(),
    ownerName: t.text("owner_name").notNull(),
    memberId: t
      .uuid("member_id")
      .notNull()
      .references(() => users.userId, { onDelete: "cascade" }),
    memberName: t.text("member_name").notNull(),
    access: t.text("access", { enum: ["read", "write"] }).notNull(),
    invitedAt: t.timestamp("invited_at", { withTimezone: true }).notNull(),
    /** Null for an open invitation, which shows nothing yet. */
    acceptedAt: t.timestamp("accepted_at", { withTimezone: true }),
  }),
  (table) => [
    unique("household_members_pair").on(table.userId, table.memberId),
    index("household_members_member").on(table.memberId),
    check("household_members_access", sql`${table.access} in ('read', 'write')`),
    check("household_members_others", sql`${table.userId} <> ${table.memberId}`),
    policyOfPerson("household_members_of_the_owner"),
    pgPolicy("household_members_seen_by_the_member", { for: "select", to: appUser, using: isMember }),
    pgPolicy("household_members_accepted_by_the_member", {
      for: "update",
      to: appUser,
      using: sql`${isMember} and accepted_at is null`,
      withCheck: sql`${isMember} and accepted_at is not null`,
    }),
    pgPolicy("household_members_left_by_the_member", { for: "delete", to: appUser, using: isMember }),
  ],
).enableRLS();

/**
 * Who changed what in shared money. A row is written in the change's own transaction, and only while the money is shared
 * (`change-journal.ts`).
 */
export const householdChanges = pgTable(
  "household_changes",
  (t) => ({
    changeId: t.integer("change_id").primaryKey().generatedAlwaysAsIdentity(),
    userId: ownerId(),
    /** Who made it. No reference, because the line stays when that person's account is deleted. */
    actorId: t.uuid("actor_id").notNull(),
    /** Name of that person at the time. */
    actorName: t.text("actor_name").notNull(),
    isByOwner: t.boolean("is_by_owner").notNull(),
    /** Path of the call, such as `/api/SaveBudget`. */
    call: t.text("call").notNull(),
    things: t.jsonb("things").$type<ChangedThings>().notNull(),
    at: t.timestamp("at", { withTimezone: true }).notNull(),
  }),
  (table) => [
    index("household_changes_newest").on(table.userId, table.changeId),
    index("household_changes_at").on(table.at),
    ...policiesOfOwner("household_changes_of_the_user"),
  ],
).enableRLS();
