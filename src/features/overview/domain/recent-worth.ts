import { addDays } from "#shared/time/plain-dates.ts";
import { toUnits, type Money } from "#shared/money.ts";
import type { RecentWorth } from "./overview-shapes.ts";

/** A currency's net worth by day, and its accounts; null for those that don't count any more. */
type Course = {
  isoCurrencyCode: string;
  points: readonly { date: string; amount: Money }[];
  accounts: readonly { since: string; amount: Money | null }[];
};

/** Accounts that came later are counted with what they held at first, so that the course needn't start again with each. */
const newDays = 7;

/**
 * Returns net worth as the overview shows it: today's, and the days on which it changed since all accounts are known but those of
 * the last days. Currencies without an account today are left out.
 */
export function recentWorth(worth: readonly Course[], today: string): RecentWorth[] {
  return worth.flatMap(({ isoCurrencyCode, points, accounts }) => {
    const open = accounts.filter(({ amount }) => amount !== null);
    const last = points.at(-1);
    if (last === undefined || open.length === 0) return [];
    const settled = open.map((account) => account.since).filter((day) => day <= addDays(today, -newDays));
    const since = settled.reduce(
      (latest, day) => (day > latest ? day : latest),
      settled.length === 0 ? today : "",
    );
    const known = points.filter(({ date }) => date >= since);
    const days = known.filter(
      ({ date, amount }, index) => index === 0 || date === today || amount !== known[index - 1]?.amount,
    );
    return [
      {
        isoCurrencyCode,
        amount: toUnits(last.amount, isoCurrencyCode),
        days:
          days.length < 2
            ? []
            : days.map(({ date, amount }) => ({ date, amount: toUnits(amount, isoCurrencyCode) })),
      },
    ];
  });
}
