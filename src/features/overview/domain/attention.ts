import { countWords } from "#shared/text/counts.ts";
import { listCounts } from "#shared/text/list-words.ts";
import type { PlainAccessItem } from "#shared/finance-shapes.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { amountText } from "./glance.ts";
import type { CurrentBudget, Reminder } from "./overview-shapes.ts";

/*
 * Items that need attention: banks without updates, income overdue or due soon, budgets over their estimate, spending without a
 * category, likely transfers, and invitations. Most urgent first, each with an action that leads to a fix.
 */

/** A bank to repair or to renew access to. */
export type LinkedBank = { institutionAccessItemId: number; institutionName: string };

/** Action that leads to a fix. */
export type AttentionAction =
  | ({ kind: "repair" } & LinkedBank)
  | ({ kind: "renew" } & LinkedBank)
  | { kind: "linkAgain"; withSetupToken?: true }
  | { kind: "linkPayment"; institutionAccessItemId: number; incomeSourceId: number; month: string }
  | { kind: "seeIncome"; institutionAccessItemId: number }
  | { kind: "seeDue"; month: string }
  | { kind: "seeBudget"; budgetId: number }
  | { kind: "sort" }
  | { kind: "reviewTransfers" }
  | { kind: "answerInvitation" };

export type Attention = {
  /** Stable id. */
  id: string;
  urgency: "urgent" | "soon";
  /** Name of the bank, income source, or budget. */
  subject: string;
  /** Problem, as it follows a colon: no capital, no period. */
  message: string;
  action: AttentionAction;
};

/** Returns banks that need the person. One that is down or being unlinked doesn't. */
export function bankAttention(items: readonly PlainAccessItem[], timeZone: string): Attention[] {
  return items.flatMap((item): Attention[] => {
    const { institutionAccessItemId, institution } = item;
    const about = { id: `bank ${institutionAccessItemId}`, subject: institution.name };
    const link = { institutionAccessItemId, institutionName: institution.name };
    switch (item.item.state) {
      case "repair":
        return [
          {
            ...about,
            urgency: "urgent",
            message: "needs repair to resume updates",
            action: { kind: "repair", ...link },
          },
        ];
      case "revoked":
        return [
          {
            ...about,
            urgency: "urgent",
            message: "access revoked",
            // Only a bank that was linked through SimpleFIN is repaired elsewhere.
            action: {
              kind: "linkAgain",
              ...(item.item.repairUrl === undefined ? {} : { withSetupToken: true }),
            },
          },
        ];
      case "expiring":
        return [
          {
            ...about,
            urgency: "soon",
            message: expiryMessage(item, timeZone),
            action: { kind: "renew", ...link },
          },
        ];
      default:
        return [];
    }
  });
}

function expiryMessage({ item }: PlainAccessItem, timeZone: string): string {
  if (item.expiresAt === undefined) return "access ends soon";
  return `access ends on ${dateWords(dateInZone(new Date(item.expiresAt), timeZone))}`;
}

/** Number of overdue sources, or of those due soon, that are listed one by one; more are one entry. */
const mostOneByOne = 3;

/** Returns income and bills that are overdue, and then those due soon, in the server's order, which is by due date. */
export function incomeAttention(reminders: readonly Reminder[]): Attention[] {
  return (["overdue", "dueSoon"] as const).flatMap((kind) => {
    const ofKind = reminders.filter((reminder) => reminder.kind === kind);
    return ofKind.length > mostOneByOne ? manyReminders(ofKind) : ofKind.map(oneReminder);
  });
}

function oneReminder(reminder: Reminder): Attention {
  const { incomeSourceId, institutionAccessItemId, name, dueDate, month } = reminder;
  const about = { id: `income ${incomeSourceId} ${reminder.kind} ${dueDate}`, subject: name };
  const seeDue = { kind: "seeDue" as const, month };
  const isBill = reminder.direction === "out";
  return reminder.kind === "overdue"
    ? {
        ...about,
        urgency: "urgent",
        message: overdueMessage(reminder),
        action: isBill ? seeDue : { kind: "linkPayment", institutionAccessItemId, incomeSourceId, month },
      }
    : {
        ...about,
        urgency: "soon",
        message: dueMessage(reminder),
        action: isBill ? seeDue : { kind: "seeIncome", institutionAccessItemId },
      };
}

function manyReminders(reminders: readonly Reminder[]): Attention[] {
  const [first, last] = [reminders[0], reminders.at(-1)];
  if (first === undefined || last === undefined) return [];
  const billCount = reminders.filter(({ direction }) => direction === "out").length;
  const subject = listCounts([
    [billCount, "bill"],
    [reminders.length - billCount, "income source"],
  ]);
  const about = {
    id: `income ${first.kind}`,
    subject,
    action: { kind: "seeDue", month: first.month },
  } as const;
  return first.kind === "overdue"
    ? [{ ...about, urgency: "urgent", message: `overdue since ${dateWords(first.dueDate)}` }]
    : [{ ...about, urgency: "soon", message: `due by ${dateWords(last.dueDate)}` }];
}

function overdueMessage({ outstanding, isoCurrencyCode, monthCount, dueDate }: Reminder): string {
  const months = monthCount > 1 ? ` for ${monthCount} months,` : "";
  return `${amountText(outstanding, isoCurrencyCode)} overdue${months} since ${dateWords(dueDate)}`;
}

function dueMessage({ outstanding, isoCurrencyCode, daysUntilDue, dueDate }: Reminder): string {
  const when =
    daysUntilDue <= 0
      ? "today"
      : daysUntilDue === 1
        ? "tomorrow"
        : `in ${daysUntilDue} days, on ${dateWords(dueDate)}`;
  return `${amountText(outstanding, isoCurrencyCode)} due ${when}`;
}

/** Returns budgets over their estimate, in the server's order. */
export function budgetAttention(budgets: readonly CurrentBudget[]): Attention[] {
  return budgets.map((budget) => ({
    id: `budget ${budget.budgetId}`,
    urgency: "urgent",
    subject: budget.budgetName,
    message: overspentText(budget),
    action: { kind: "seeBudget", budgetId: budget.budgetId },
  }));
}

/** "$820.50 spent of $700.00 (118%)", or "$80.00 spent, $5.00 overspent before" if less than nothing was available. */
function overspentText({
  plannedTotal,
  availableTotal,
  plannedPercent,
  isoCurrencyCode,
}: CurrentBudget): string {
  const spent = `${amountText(plannedTotal, isoCurrencyCode)} spent`;
  if (availableTotal < 0) return `${spent}, ${amountText(-availableTotal, isoCurrencyCode)} overspent before`;
  const share = availableTotal === 0 ? "" : ` (${plannedPercent}%)`;
  return `${spent} of ${amountText(availableTotal, isoCurrencyCode)}${share}`;
}

/** Returns spending of the last days that has no category yet. */
export function sortingAttention(unsortedCount: number): Attention[] {
  const entry = { id: "sort", message: "no category yet", action: { kind: "sort" } } as const;
  return waiting(entry, unsortedCount, "transaction");
}

/** Returns what looks like transfers between the person's accounts, which wait for a word. */
export function transferAttention(suggestionCount: number): Attention[] {
  const entry = {
    id: "transfers",
    message: "not yet confirmed",
    action: { kind: "reviewTransfers" },
  } as const;
  return waiting(entry, suggestionCount, "likely transfer");
}

/** Returns an entry about a number of things that can wait; none for none. */
function waiting(
  entry: Pick<Attention, "id" | "message" | "action">,
  count: number,
  thing: string,
): Attention[] {
  return count === 0 ? [] : [{ ...entry, urgency: "soon", subject: countWords(count, thing) }];
}

/** Returns invitations to other people's money that wait for an answer, by the names of those who invite. */
export function invitationAttention(names: readonly string[]): Attention[] {
  return names.map((name, index) => ({
    id: `invitation ${index}`,
    urgency: "soon",
    subject: "Invitation",
    message: `${name} invites you to see their money`,
    action: { kind: "answerInvitation" },
  }));
}

/** Puts the most urgent first, and leaves the rest of the order. */
export function byUrgency(found: readonly Attention[]): Attention[] {
  return found.toSorted((a, b) => Number(a.urgency === "soon") - Number(b.urgency === "soon"));
}
