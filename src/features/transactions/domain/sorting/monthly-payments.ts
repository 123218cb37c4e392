import { isAboutSame, isOutflow, type Money } from "#shared/money.ts";
import { addMonths, monthOf } from "#shared/time/plain-dates.ts";
import type { BankCategories } from "./bank-categories.ts";

type Payment = Pick<BankCategories, "bankCategoryDetailed"> & {
  transactionId: number;
  date: string;
  amount: Money;
  isoCurrencyCode: string;
  isRemoved: boolean;
};

/** Bank categories that cover subscriptions and single visits; which of them a row is shows in the months around it. */
export const subscribedCodes: readonly string[] = [
  "ENTERTAINMENT_MUSIC_AND_AUDIO",
  "ENTERTAINMENT_TV_AND_MOVIES",
];

/** In so many of so many months in a row, a payee is paid about the same. */
const [monthsPaid, monthsInRow] = [3, 4];

/**
 * Returns the IDs of a payee's rows that are payments of a subscription: each is the only one of its month, and three of four months
 * in a row have one of about its amount (docs/reference/money.md, "Bank categories"). The order of rows doesn't matter.
 */
export function subscriptionPayments(rows: readonly Payment[]): ReadonlySet<number> {
  const payments = rows.filter(mayBeSubscription);
  if (payments.length < monthsPaid) return new Set();
  const ofMonths = Map.groupBy(payments, (payment) => placeOf(payment, 0));
  const isAlike = (payment: Payment, months: number) => {
    const [other, ...more] = ofMonths.get(placeOf(payment, months)) ?? [];
    return other !== undefined && more.length === 0 && isAboutSame(payment.amount, other.amount);
  };
  return new Set(
    payments
      .filter((payment) => isAlike(payment, 0) && isMonthly((months) => isAlike(payment, months)))
      .map(({ transactionId }) => transactionId),
  );
}

/** Returns true if enough months in a row, this one among them, are `isPaid`; it's asked by their distance from this one. */
function isMonthly(isPaid: (months: number) => boolean): boolean {
  const around = Array.from({ length: 2 * monthsInRow - 1 }, (_, index) => isPaid(index + 1 - monthsInRow));
  return around
    .slice(0, monthsInRow)
    .some((_, from) => around.slice(from, from + monthsInRow).filter(Boolean).length >= monthsPaid);
}

function mayBeSubscription({ bankCategoryDetailed, amount, isRemoved }: Payment): boolean {
  return (
    bankCategoryDetailed !== null &&
    subscribedCodes.includes(bankCategoryDetailed) &&
    isOutflow(amount) &&
    !isRemoved
  );
}

/** Returns the month so many months after a payment's, and its currency. */
function placeOf({ date, isoCurrencyCode }: Payment, months: number): string {
  return `${addMonths(monthOf(date), months)} ${isoCurrencyCode}`;
}
