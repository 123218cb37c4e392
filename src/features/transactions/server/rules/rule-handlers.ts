import { and, desc, eq, gt, lt } from "drizzle-orm";
import { undos } from "#server/tables/rule-tables.ts";
import type { Database, Transaction } from "#server/database/db.ts";
import type { Handlers, Kernel } from "#server/feature.ts";
import { changeAsUser } from "#server/database/change-as-user.ts";
import { restorableSince } from "#server/restorable.ts";
import type { ruleCalls } from "../../rule-contract.ts";
import { readPayees } from "./payee-reader.ts";
import { draftRule, renamePayee } from "./payee-store.ts";
import { changeRules, type RuleChange, type RuleOwner } from "./rule-changes.ts";
import { applyRule, deleteRule, orderRules, saveRule } from "./rule-editing.ts";
import { previewRule } from "./rule-preview.ts";
import { listRules } from "./rule-store.ts";
import { undoChange } from "./rule-undo.ts";

type Session = { userId: string };
type Tools = Pick<Kernel, "database" | "now" | "settings">;

/** Handlers of the calls about rules, payees, and undoing. */
export function ruleHandlers(kernel: Tools): Handlers<typeof ruleCalls> {
  return { ...readingHandlers(kernel), ...changingHandlers(kernel), ...undoHandlers(kernel) };
}

function readingHandlers({ database, settings }: Tools) {
  const mode = settings.bankMode;
  return {
    getRules: (_input, { session: { userId } }) => database.asUser(userId, (tx) => listRules(tx, userId)),
    getPayees: ({ all, q }, { session: { userId } }) =>
      database.asUser(userId, (tx) => readPayees(tx, { userId, mode }, { isWhole: all === "true", q })),
    getRuleDraft: ({ transactionId, financialCategoryId: wantedId }, { session: { userId } }) =>
      database.asUser(userId, (tx) => draftRule(tx, { userId, mode }, { transactionId, wantedId })),
    previewRule: (rule, { session: { userId } }) =>
      database.asUser(userId, (tx) => previewRule(tx, { userId, mode }, rule)),
  } satisfies Partial<Handlers<typeof ruleCalls>>;
}

function changingHandlers({ database, now, settings }: Tools) {
  const mode = settings.bankMode;
  type Edit = (tx: Transaction, owner: RuleOwner) => RuleChange["edit"];

  /** Changes a person's rules, and then answers from the same transaction. */
  function change<Answer>(
    { userId }: Session,
    { edit, ...how }: Omit<RuleChange, "edit"> & { edit: Edit },
    answer: (tx: Transaction, done: { updated: number; undoId: string }) => Promise<Answer> | Answer,
  ): Promise<Answer> {
    return changeAsUser(database, userId, async (tx) => {
      const owner = { userId, mode, now: now() };
      return answer(tx, await changeRules(tx, owner, { ...how, edit: edit(tx, owner) }));
    });
  }
  /** Changes them, and answers with the list. */
  const changeList = (session: Session, how: Omit<RuleChange, "edit"> & { edit: Edit }) =>
    change(session, how, (tx) => listRules(tx, session.userId));

  return {
    saveRule: ({ undoId, ...rule }, { session }) =>
      changeList(session, { undoId, edit: (tx, owner) => (list) => saveRule(tx, owner, list, rule) }),
    deleteRule: ({ ruleId, keep, undoId }, { session }) =>
      changeList(session, {
        undoId,
        isKeeping: keep,
        edit: (tx, owner) => (list) => deleteRule(tx, owner, list, ruleId),
      }),
    orderRules: ({ ruleIds, undoId }, { session }) =>
      changeList(session, { undoId, edit: () => async (list) => orderRules(list, ruleIds) }),
    applyRule: ({ undoId, ...applied }, { session }) =>
      change(
        session,
        { undoId, edit: (tx, owner) => (list) => applyRule(tx, owner, list, applied) },
        (_tx, done) => done,
      ),
    renamePayee: ({ undoId, ...renamed }, { session }) =>
      change(
        session,
        { undoId, edit: (tx, owner) => (list) => renamePayee(tx, owner, list, renamed) },
        (_tx, done) => done,
      ),
  } satisfies Partial<Handlers<typeof ruleCalls>>;
}

function undoHandlers({ database, now, settings }: Tools) {
  return {
    undo: ({ undoId }, { session: { userId } }) =>
      changeAsUser(database, userId, (tx) => {
        const owner = { userId, mode: settings.bankMode };
        return undoChange(tx, owner, { undoId, since: restorableSince(now()) });
      }),
    getUndos: (_input, { session: { userId } }) =>
      database.asUser(userId, async (tx) => {
        const rows = await readUndos(tx, userId, restorableSince(now()));
        return rows.map(({ undoId, text, at }) => ({ undoId, text, at: at.toISOString() }));
      }),
  } satisfies Partial<Handlers<typeof ruleCalls>>;
}

/** Returns the changes made since a time that can be undone, newest first. */
export async function readUndos(
  tx: Transaction,
  userId: string,
  since: Date,
): Promise<{ undoId: string; text: string; at: Date }[]> {
  return tx
    .select({ undoId: undos.undoId, text: undos.text, at: undos.at })
    .from(undos)
    .where(and(eq(undos.userId, userId), gt(undos.at, since)))
    .orderBy(desc(undos.at), desc(undos.undoId));
}

/** Deletes everybody's undos that are too old; answers how many. */
export async function purgeUndos(database: Pick<Database, "unsafeDb">, now: Date): Promise<number> {
  const rows = await database.unsafeDb
    .delete(undos)
    .where(lt(undos.at, restorableSince(now)))
    .returning({ undoId: undos.undoId });
  return rows.length;
}
