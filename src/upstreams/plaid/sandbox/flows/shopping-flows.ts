import { money, negateMoney } from "#shared/money.ts";
import { addDays, dayOfMonth, daysInMonth } from "#shared/time/plain-dates.ts";
import type { PlannedRow } from "../items/bank-rows.ts";
import { weekdayOf } from "./income-flows.ts";
import { merchants, type Merchant } from "./merchants.ts";
import { isEvery, planRow, type Flow, type MonthPlan } from "./month-plan.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** With at least one purchase a day, something is always pending. */
export type Habits = { perDay: number; atLeast: 0 | 1 };

const account = "card";
const totalWeight = merchants.reduce((sum, merchant) => sum + merchant.weight, 0);

/**
 * Everyday card spending: pending for one to three days, then posted, with a tip where customary; refunds; authorizations that
 * expire; and rows the bank removes.
 * @param habits purchases a day, on average and on the quietest day
 */
export function shoppingFlow(habits: Habits): Flow {
  return (plan) => {
    const purchases = purchasesOf(plan, habits);
    return [...purchases, ...refundsOf(plan, purchases), ...reservations(plan), ...chargedTwice(plan)];
  };
}

function purchasesOf(plan: MonthPlan, { perDay, atLeast }: Habits): PlannedRow[] {
  const random = plan.random("shopping");
  return Array.from({ length: daysInMonth(plan.month) }, (_, index) => index + 1).flatMap((day) => {
    const weekday = weekdayOf(dayOfMonth(plan.month, day));
    const isWeekend = weekday === 0 || weekday === 6;
    const average = perDay * (isWeekend ? 1.4 : 0.84);
    const count = Math.max(atLeast, Math.floor(average) + (random.chance(average % 1) ? 1 : 0));
    return Array.from({ length: count }, (_, at) =>
      purchase(plan, `${day}-${at}`, day, pickMerchant(random), random),
    );
  });
}

function pickMerchant(random: SeededRandom): Merchant {
  let left = random.whole(1, totalWeight);
  return merchants.find((merchant) => (left -= merchant.weight) <= 0) ?? merchants[0];
}

function purchase(
  plan: MonthPlan,
  id: string,
  day: number,
  merchant: Merchant,
  random: SeededRandom,
): PlannedRow {
  // Small amounts are more frequent than large ones.
  const price = merchant.min + Math.round((merchant.max - merchant.min) * random.next() ** 1.7);
  const tip = merchant.kind === "tip" ? Math.round(price * random.pick([0.15, 0.18, 0.2, 0.22])) : 0;
  const store = random.whole(11, 989);
  const plain = merchant.name.toUpperCase().replaceAll("&", "AND");
  return planRow(plan, {
    id,
    account,
    on: day,
    minor: -(price + tip),
    ...(tip > 0 ? { pendingAmount: money(-price) } : {}),
    ...(merchant.kind === "fuel" ? { pendingAmount: money(-100) } : {}),
    name: `${plain} #${store}`,
    pendingName: plain,
    // Plaid sometimes recognizes the merchant only a day later.
    merchantName: merchant.name,
    ...(random.chance(0.04) ? { recognizedAfterDays: 1 } : {}),
    ...(random.chance(0.09) ? { losesPendingId: true } : {}),
    category: merchant.category,
    channel: merchant.kind === "online" ? "online" : "in store",
    postsAfterDays: random.whole(1, 3),
  });
}

/** Refunds of returned purchases, in full or half. */
function refundsOf(plan: MonthPlan, purchases: PlannedRow[]): PlannedRow[] {
  const random = plan.random("refunds");
  return purchases
    .filter((row) => row.category.startsWith("GENERAL_MERCHANDISE") && row.channel === "online")
    .filter(() => random.chance(0.25))
    .map((row, index) => {
      const price = negateMoney(row.amount);
      const minor = random.chance(0.6) ? price : Math.round(price / 2);
      return planRow(plan, {
        id: `refund-${index}`,
        account,
        on: addDays(row.day, random.whole(6, 12)),
        minor,
        name: `${row.pendingName ?? row.name} REFUND`,
        merchantName: row.merchantName,
        category: row.category,
        channel: "online",
        postsAfterDays: random.whole(0, 2),
      });
    });
}

/** A hotel or rental car company holds an amount and never charges it. */
function reservations(plan: MonthPlan): PlannedRow[] {
  const random = plan.random("reservations");
  if (!isEvery(plan, 2, 1)) return [];
  return [
    planRow(plan, {
      id: "reservation",
      account,
      on: random.whole(3, 25),
      minor: -random.pick([15_000, 20_000, 25_000]),
      name: "HOTEL GLOWWORM HOLD",
      merchantName: "Hotel Glowworm",
      category: "TRAVEL_LODGING",
      channel: "in store",
      postsAfterDays: 5,
      fallsAwayAfterDays: 5,
    }),
  ];
}

/** A shop charges twice; days later the bank removes the second row. */
function chargedTwice(plan: MonthPlan): PlannedRow[] {
  const random = plan.random("charged twice");
  if (!isEvery(plan, 3, 2)) return [];
  const fields = {
    account,
    on: random.whole(4, 22),
    minor: -random.whole(2_100, 6_400),
    name: "NINE PLUMS GROCER #204",
    merchantName: "Nine Plums Grocer",
    category: "FOOD_AND_DRINK_GROCERIES",
    channel: "in store" as const,
    postsAfterDays: 1,
  };
  return [
    planRow(plan, { id: "charged-1", ...fields }),
    planRow(plan, { id: "charged-2", ...fields, removedAfterDays: 4 }),
  ];
}
