import { sql } from "drizzle-orm";
import type { ChangedThings } from "#shared/household.ts";
import { rowKinds } from "#shared/row-kinds.ts";
import type { Acting } from "../database/acting.ts";
import type { Session } from "../http/session.ts";
import type { ShownMoney } from "./shown-money.ts";

type Change = { call: string; input: unknown; now: () => Date };

/**
 * Returns on whose behalf a call changes money. Its first transaction that writes gets a line in the journal of the household
 * (docs/reference/product.md, "Household"), in the same commit, so that no change is without one. Money that isn't shared has no
 * journal.
 */
export function actingWithJournal(session: Session, money: ShownMoney | null, change: Change): Acting {
  const userId = money?.ownerId ?? session.userId;
  const isByOwner = money === null;
  let isNoted = false;
  return {
    userId,
    memberId: isByOwner ? null : session.userId,
    ownerName: money?.ownerName ?? null,
    async beforeCommit(tx) {
      if (isNoted) return () => undefined;
      // A transaction has an id from its first write or lock on.
      const { rowCount } = await tx.execute(sql`
        insert into household_changes (user_id, actor_id, actor_name, is_by_owner, call, things, at)
        select ${userId}::uuid, ${session.userId}::uuid, ${session.userDetails}, ${isByOwner}, ${change.call},
          ${JSON.stringify(thingsOf(change.input))}::jsonb, ${change.now().toISOString()}::timestamptz
        where pg_current_xact_id_if_assigned() is not null and (${!isByOwner} or exists (
          select from household_members where user_id = ${userId}::uuid and accepted_at is not null))`);
      return () => {
        isNoted ||= (rowCount ?? 0) > 0;
      };
    },
  };
}

const idFields = ["accountId", "budgetId", "incomeSourceId", "institutionAccessItemId"] as const;
const listFields = ["transactionIds", "transactions", "assignments", "decisions", "kinds", "pairs"];

/** Returns what a call's input names: ids for links, how many transactions if several, and what all of them became. */
export function thingsOf(input: unknown): ChangedThings {
  const fields = fieldsOf(input);
  const things: ChangedThings = {};
  for (const name of idFields) {
    const id: unknown = fields.get(name);
    if (typeof id === "number" && id > 0) things[name] = id;
  }
  const lists = [...listFields.map((name) => fields.get(name)), input];
  const list = lists.find((value): value is unknown[] => Array.isArray(value));
  if (list !== undefined && list.length > 1) things.transactionCount = list.length;
  const kind = rowKinds.find((one) => one === sharedBy(list, "kind"));
  if (kind !== undefined) things.kind = kind;
  const excluded = fields.get("excluded") ?? sharedBy(list, "excluded");
  if (typeof excluded === "boolean") things.excluded = excluded;
  return things;
}

function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>(Object.entries(typeof value === "object" && value !== null ? value : {}));
}

/** Returns the value that a field has in every entry of a list; undefined without one. */
function sharedBy(list: readonly unknown[] = [], name: string): unknown {
  const values = new Set(list.map((entry) => fieldsOf(entry).get(name)));
  return values.size === 1 ? [...values][0] : undefined;
}
