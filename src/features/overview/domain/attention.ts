import type { PlainAccessItem } from "#shared/finance-shapes.ts";
import { dateInZone, dateWords } from "#shared/time/plain-dates.ts";
import { budgetsOverEstimate, type BudgetFacts } from "./budgets-of-today.ts";
import { amountText } from "./glance.ts";

/*
 * What needs attention now: banks that bring nothing new, income that is late or soon due, budgets that are overspent.
 * Worst first, each with the one place where it is cured.
 */

/** What of an income reminder matters here (`GetIncomeReminders`). */
export type ReminderFacts = {
  kind: "overdue" | "dueSoon";
  incomeSourceId: number;
  name: string;
  institutionAccessItemId: number;
  institutionName: string;
  dueDate: string;
  daysUntilDue: number;
  monthCount: number;
  outstanding: number;
  isoCurrencyCode: string;
};

type LinkedBank = { institutionAccessItemId: number; institutionName: string };

/** Where it is cured. */
export type Cure =
  | ({ kind: "repair" } & LinkedBank)
  | ({ kind: "renew" } & LinkedBank)
  | { kind: "linkAgain" }
  | { kind: "linkPayment"; institutionAccessItemId: number; incomeSourceId: number }
  | { kind: "seeIncome"; institutionAccessItemId: number }
  | { kind: "seeBudget"; budgetId: number };

export type Attention = {
  /** The same from one look to the next. */
  id: string;
  urgency: "urgent" | "soon";
  /** What it is about, by name. */
  subject: string;
  /** What is the matter with it, as it follows a colon: no capital, no full stop. */
  matter: string;
  cure: Cure;
};

/** Banks: those that wait for the person. One that is down or being unlinked mends itself. */
export function bankAttention(items: readonly PlainAccessItem[], timeZone: string): Attention[] {
  const found = items.flatMap((item): Attention[] => {
    const { institutionAccessItemId, institution } = item;
    const about = { id: `bank ${institutionAccessItemId}`, subject: institution.name };
    const link = { institutionAccessItemId, institutionName: institution.name };
    switch (item.item.state) {
      case "repair":
        return [
          {
            ...about,
            urgency: "urgent",
            matter: "needs repair, nothing new comes in",
            cure: { kind: "repair", ...link },
          },
        ];
      case "revoked":
        return [{ ...about, urgency: "urgent", matter: "access was ended", cure: { kind: "linkAgain" } }];
      case "expiring":
        return [
          {
            ...about,
            urgency: "soon",
            matter: expiryMatter(item, timeZone),
            cure: { kind: "renew", ...link },
          },
        ];
      default:
        return [];
    }
  });
  return worstFirst(found);
}

function expiryMatter({ item }: PlainAccessItem, timeZone: string): string {
  if (item.expiresAt === undefined) return "access ends soon";
  return `access ends on ${dateWords(dateInZone(new Date(item.expiresAt), timeZone))}`;
}

/** Income: overdue, then due within days, as the server orders them. */
export function incomeAttention(reminders: readonly ReminderFacts[]): Attention[] {
  return worstFirst(
    reminders.map((reminder): Attention => {
      const { incomeSourceId, institutionAccessItemId, name } = reminder;
      const about = { id: `income ${incomeSourceId} ${reminder.kind}`, subject: name };
      return reminder.kind === "overdue"
        ? {
            ...about,
            urgency: "urgent",
            matter: overdueMatter(reminder),
            cure: { kind: "linkPayment", institutionAccessItemId, incomeSourceId },
          }
        : {
            ...about,
            urgency: "soon",
            matter: dueMatter(reminder),
            cure: { kind: "seeIncome", institutionAccessItemId },
          };
    }),
  );
}

function overdueMatter({ outstanding, isoCurrencyCode, monthCount, dueDate }: ReminderFacts): string {
  const months = monthCount > 1 ? ` for ${monthCount} months` : "";
  return `${amountText(outstanding, isoCurrencyCode)} overdue${months}, since ${dateWords(dueDate)}`;
}

function dueMatter({ outstanding, isoCurrencyCode, daysUntilDue, dueDate }: ReminderFacts): string {
  const when =
    daysUntilDue <= 0
      ? "today"
      : daysUntilDue === 1
        ? "tomorrow"
        : `in ${daysUntilDue} days, on ${dateWords(dueDate)}`;
  return `${amountText(outstanding, isoCurrencyCode)} due ${when}`;
}

/** Budgets that cover `today` (`YYYY-MM-DD`) and have overrun their estimates. */
export function budgetAttention(budgets: readonly BudgetFacts[], today: string): Attention[] {
  return budgetsOverEstimate(budgets, today).map(
    ({ budgetId, budgetName, plannedTotal, estimateTotal, plannedPercent, isoCurrencyCode }) => ({
      id: `budget ${budgetId}`,
      urgency: "urgent",
      subject: budgetName,
      matter: `${amountText(plannedTotal, isoCurrencyCode)} spent of ${amountText(estimateTotal, isoCurrencyCode)} (${plannedPercent}%)`,
      cure: { kind: "seeBudget", budgetId },
    }),
  );
}

function worstFirst(found: readonly Attention[]): Attention[] {
  return found.toSorted((a, b) => Number(a.urgency === "soon") - Number(b.urgency === "soon"));
}
