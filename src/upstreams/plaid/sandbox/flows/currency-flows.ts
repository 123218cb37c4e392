import type { PlannedRow } from "../items/bank-rows.ts";
import { isEvery, planRow, type Flow, type MonthPlan } from "./month-plan.ts";

/** Activity on the euro and yen accounts, whose amounts stay in their currency. */
export const currencyFlows: readonly Flow[] = [euroRows, yenRows];

function euroRows(plan: MonthPlan): PlannedRow[] {
  const random = plan.random("euro");
  const rows = [
    planRow(plan, {
      id: "invoice",
      account: "euro",
      on: random.whole(7, 10),
      minor: plan.isAvery ? 49_000 : 46_500,
      name: "ATELIER MEERSTERN HONORAR",
      merchantName: "Atelier Meerstern",
      category: "INCOME_OTHER_INCOME",
    }),
    planRow(plan, {
      id: "storage",
      account: "euro",
      on: 3,
      minor: -4_900,
      name: "LAGERHAUS SIEBEN MIETE",
      merchantName: "Lagerhaus Sieben",
      category: "GENERAL_SERVICES_STORAGE",
    }),
  ];
  for (const index of [0, 1, 2, 3]) {
    rows.push(
      planRow(plan, {
        id: `train-${index}`,
        account: "euro",
        on: random.whole(1, 28),
        minor: -random.whole(990, 18_400),
        name: random.pick(["NORDSCHIENE BAHN", "CAFE ZUR LATERNE", "PENSION SILBERMOND"]),
        category: "TRAVEL_OTHER_TRAVEL",
        postsAfterDays: random.whole(1, 2),
        channel: "online",
      }),
    );
  }
  return rows;
}

function yenRows(plan: MonthPlan): PlannedRow[] {
  const random = plan.random("yen");
  const rows = [
    planRow(plan, {
      id: "server",
      account: "yen",
      on: 20,
      minor: -1_980,
      name: "TSUKIAKARI HOSTING",
      merchantName: "Tsukiakari Hosting",
      category: "GENERAL_SERVICES_OTHER_GENERAL_SERVICES",
      channel: "online",
      postsAfterDays: 1,
    }),
    planRow(plan, {
      id: "books",
      account: "yen",
      on: random.whole(5, 25),
      minor: -random.whole(880, 7_400),
      name: "KAMISUZU BOOKS",
      merchantName: "Kamisuzu Books",
      category: "GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS",
      channel: "online",
      postsAfterDays: 2,
    }),
  ];
  // Quarterly royalties of an app.
  if (isEvery(plan, 3)) {
    rows.push(
      planRow(plan, {
        id: "royalties",
        account: "yen",
        on: 25,
        minor: random.whole(18_000, 42_000),
        name: "HOSHIKAWA APPS ROYALTY",
        merchantName: "Hoshikawa Apps",
        category: "INCOME_OTHER_INCOME",
      }),
    );
  }
  return rows;
}
