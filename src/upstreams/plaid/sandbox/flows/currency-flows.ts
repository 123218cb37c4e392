import type { PlannedRow } from "../items/bank-rows.ts";
import { isEvery, type Flow, type MonthPlan } from "./month-plan.ts";

/** Activity on the euro and yen accounts, whose amounts stay in their currency. */
export const currencyFlows: readonly Flow[] = [euroRows, yenRows];

function euroRows(plan: MonthPlan): PlannedRow[] {
  const random = plan.random("euro");
  const invoiced = ["euro", random.whole(7, 10), plan.isAvery ? 49_000 : 46_500] as const;
  const rows = [
    plan.row("invoice", invoiced, "ATELIER MEERSTERN HONORAR", "INCOME_OTHER_INCOME", {
      merchantName: "Atelier Meerstern",
    }),
    plan.row("storage", ["euro", 3, -4_900], "LAGERHAUS SIEBEN MIETE", "GENERAL_SERVICES_STORAGE", {
      merchantName: "Lagerhaus Sieben",
    }),
  ];
  for (const index of [0, 1, 2, 3]) {
    const on = random.whole(1, 28);
    const minor = -random.whole(990, 18_400);
    const name = random.pick(["NORDSCHIENE BAHN", "CAFE ZUR LATERNE", "PENSION SILBERMOND"]);
    rows.push(
      plan.row(`train-${index}`, ["euro", on, minor], name, "TRAVEL_OTHER_TRAVEL", {
        postsAfterDays: random.whole(1, 2),
        channel: "online",
      }),
    );
  }
  return rows;
}

function yenRows(plan: MonthPlan): PlannedRow[] {
  const random = plan.random("yen");
  const bought = ["yen", random.whole(5, 25), -random.whole(880, 7_400)] as const;
  const rows = [
    plan.row("server", ["yen", 20, -1_980], "TSUKIAKARI HOSTING", "GENERAL_SERVICES_OTHER_GENERAL_SERVICES", {
      merchantName: "Tsukiakari Hosting",
      channel: "online",
      postsAfterDays: 1,
    }),
    plan.row("books", bought, "KAMISUZU BOOKS", "GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS", {
      merchantName: "Kamisuzu Books",
      channel: "online",
      postsAfterDays: 2,
    }),
  ];
  // Quarterly royalties of an app.
  if (isEvery(plan, 3)) {
    const royalties = ["yen", 25, random.whole(18_000, 42_000)] as const;
    rows.push(
      plan.row("royalties", royalties, "HOSHIKAWA APPS ROYALTY", "INCOME_OTHER_INCOME", {
        merchantName: "Hoshikawa Apps",
      }),
    );
  }
  return rows;
}
