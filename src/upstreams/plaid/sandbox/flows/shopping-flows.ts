import { money, negateMoney } from "#shared/money.ts";
import { addDays, dayOfMonth, daysInMonth } from "#shared/time/plain-dates.ts";
import type { PlannedRow } from "../items/bank-rows.ts";
import { weekdayOf } from "./income-flows.ts";
import { merchants, type Merchant } from "./merchants.ts";
import { isEvery, type Flow, type MonthPlan } from "./month-plan.ts";
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
  return plan.row(id, [account, day, -(price + tip)], `${plain} #${store}`, merchant.category, {
    ...(tip > 0 ? { pendingAmount: money(-price) } : {}),
    ...(merchant.kind === "fuel" ? { pendingAmount: money(-100) } : {}),
    pendingName: plain,
    // Plaid sometimes recognizes the merchant only a day later.
    merchantName: merchant.name,
    ...(random.chance(0.04) ? { recognizedAfterDays: 1 } : {}),
    ...(random.chance(0.09) ? { losesPendingId: true } : {}),
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
      const on = addDays(row.day, random.whole(6, 12));
      const name = `${row.pendingName ?? row.name} REFUND`;
      return plan.row(`refund-${index}`, [account, on, minor], name, row.category, {
        merchantName: row.merchantName,
        channel: "online",
        postsAfterDays: random.whole(0, 2),
      });
    });
}

/** A hotel or rental car company holds an amount and never charges it. */
function reservations(plan: MonthPlan): PlannedRow[] {
  const random = plan.random("reservations");
  if (!isEvery(plan, 2, 1)) return [];
  const held = [account, random.whole(3, 25), -random.pick([15_000, 20_000, 25_000])] as const;
  return [
    plan.row("reservation", held, "HOTEL GLOWWORM HOLD", "TRAVEL_LODGING", {
      merchantName: "Hotel Glowworm",
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
  const charged = [account, random.whole(4, 22), -random.whole(2_100, 6_400)] as const;
  const more = { merchantName: "Nine Plums Grocer", channel: "in store", postsAfterDays: 1 } as const;
  const row = (id: string, removal: { removedAfterDays?: number }) =>
    plan.row(id, charged, "NINE PLUMS GROCER #204", "FOOD_AND_DRINK_GROCERIES", { ...more, ...removal });
  return [row("charged-1", {}), row("charged-2", { removedAfterDays: 4 })];
}
