import type { IncomeReminder } from "../contract.ts";
import { remindersOf } from "../domain/income-reminders.ts";
import { unitsOf } from "./income-views.ts";
import { readPaid } from "./payment-rows.ts";
import { sourcesOfLinked, type IncomeScope } from "./source-rows.ts";

/** What a person should be told of all sources, the oldest due date first (FINANCE section 4; issue: 5 days ahead). */
export async function readReminders(scope: IncomeScope, today: string): Promise<IncomeReminder[]> {
  const sources = await sourcesOfLinked(scope);
  const paidOf = await readPaid(scope, sources);
  const reminders = sources.flatMap((source) => {
    const { incomeSourceId, name, institutionAccessItemId, institutionName, isoCurrencyCode } = source;
    return remindersOf(source, paidOf.get(incomeSourceId), today).map((reminder) =>
      Object.assign(reminder, {
        incomeSourceId,
        name,
        institutionAccessItemId,
        institutionName,
        isoCurrencyCode,
        outstanding: unitsOf(isoCurrencyCode)(reminder.outstanding),
      }),
    );
  });
  return reminders.toSorted(
    (a, b) => a.dueDate.localeCompare(b.dueDate) || a.incomeSourceId - b.incomeSourceId,
  );
}
