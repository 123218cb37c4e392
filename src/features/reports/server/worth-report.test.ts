import { beforeEach, describe, expect, it } from "vitest";
import { createIncomeSite, type IncomeSite } from "../../../../tests/support/sites/income-site.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { addDays } from "#shared/time/plain-dates.ts";
import type { CashFlowReport, NetWorthReport } from "../contract.ts";
import { readNetWorth } from "./net-worth-reader.ts";

const database = useTestDatabase();
let site: IncomeSite;

beforeEach(async () => {
  site = await createIncomeSite(database(), { now: () => new Date(Date.UTC(2026, 10, 21, 17)) });
});

async function ask<Data>(path: string): Promise<Data> {
  const answer = await site.get<Data>(path);
  expect(answer.status, JSON.stringify(answer.errors)).toBe(200);
  return answer.data;
}

describe("net worth over HTTP", () => {
  const worth = (query: string) => ask<NetWorthReport>(`/api/GetNetWorth?${query}`);
  const setAccount = (accountId: number, set: string) =>
    database().unsafeDb.execute(`update accounts set ${set} where account_id = ${accountId}`);

  it("carries the last noted balance forward until the day an account is closed or unlinked", async () => {
    const { accountId } = site.account;
    await setAccount(accountId, "current_balance = 50000, official_name = 'Free Checking Account'");
    await site.rows([
      { amount: -30_00, date: "2026-11-19" },
      { amount: 100_00, date: "2026-11-17" },
      { amount: -5_00, date: "2026-11-20", pending: true },
      { amount: -5_00, date: "2026-11-20", removedByBankAt: new Date() },
    ]);
    const card = await site.anotherAccount({
      accounts: [{ type: "credit", currentBalance: 200_00, closedAt: new Date(Date.UTC(2026, 10, 20, 17)) }],
    });
    const old = await site.anotherAccount({
      state: "unlinked",
      item: {
        unlinkedAt: new Date(Date.UTC(2026, 10, 18, 17)),
        lastSuccessfulUpdate: new Date(Date.UTC(2026, 10, 16, 17)),
      },
      accounts: [{ currentBalance: 1_00 }],
    });
    await database().unsafeDb.execute(
      `insert into account_balances (user_id, account_id, date, source, amount, iso_currency_code) values
        ('${site.userId}', ${card.accountId}, '2026-11-17', 'bank', -20000, 'USD'), ('${site.userId}', ${old.accountId}, '2026-11-15', 'bank', 700, 'USD')`,
    );
    const { currencies, step, to } = await worth("from=2026-11-15&to=2026-11-30");
    expect([step, to]).toEqual(["day", "2026-11-30"]);
    expect(currencies[0]?.accounts[0]?.name).toBe("Checking ··0001");
    expect(
      currencies[0]?.points.map(({ date, amount, isGap }) => `${date.slice(8)} ${amount}${isGap ? "?" : ""}`),
    ).toEqual([
      // The first account's history begins on the 17th, and so does the card's.
      "15 7?",
      "16 1?",
      "17 331",
      "18 330",
      "19 300",
      "20 500",
      "21 500",
    ]);
    expect(currencies[0]?.accounts.map(({ amount, since }) => [amount, since])).toEqual([
      [500, "2026-11-17"],
      [null, "2026-11-17"],
      [null, "2026-11-15"],
    ]);
  });

  it("tells the months of years by what moved after each, or up to the next noted balance", async () => {
    const { accountId } = site.account;
    await setAccount(accountId, "current_balance = 50000");
    const card = await site.anotherAccount({ accounts: [{ type: "credit", currentBalance: 200_00 }] });
    const days = Array.from({ length: 150 }, (_, index) => addDays("2026-11-21", -index * 9));
    const rows = days.map((date, index) => ({
      amount: (index % 7) * 1_01 - 3_33,
      date,
      pending: index % 11 === 0,
      isoCurrencyCode: index % 17 === 0 ? "JPY" : "USD",
      removedByBankAt: index % 13 === 0 ? new Date() : null,
    }));
    const ofCard = rows.slice(0, 90);
    await site.rows(rows);
    await site.rows(ofCard, card);
    await database().unsafeDb.execute(
      `insert into account_balances (user_id, account_id, date, source, amount, iso_currency_code) values
        ('${site.userId}', ${card.accountId}, '2025-03-17', 'bank', -30000, 'USD')`,
    );
    const moved = (own: typeof rows, after: string, until: string) =>
      own
        .filter(
          ({ pending, isoCurrencyCode, removedByBankAt }) =>
            !pending && removedByBankAt === null && isoCurrencyCode === "USD",
        )
        .filter(({ date }) => date > after && date <= until)
        .reduce((sum, { amount }) => sum + amount, 0);
    const { step, currencies } = await worth("from=2023-04-01&to=2026-11-21");
    expect(step).toBe("month");
    const points = (currencies[0]?.points ?? []).filter(({ date }) => date >= (ofCard.at(-1)?.date ?? ""));
    expect(points.length).toBeGreaterThan(24);
    for (const { date, amount, owed } of points) {
      const onCard =
        date < "2025-03-17"
          ? -300_00 - moved(ofCard, date, "2025-03-17")
          : -200_00 - moved(ofCard, date, "2026-11-21");
      const own = 500_00 - moved(rows, date, "2026-11-21");
      expect([date, amount, owed]).toEqual([
        date,
        (own + onCard) / 100,
        Math.min(own, 0) / 100 + Math.min(onCard, 0) / 100,
      ]);
    }
  });

  it("keeps today's figure when older rows come in, of a bank's account and of a manual one", async () => {
    const { accountId } = site.account;
    await setAccount(accountId, "current_balance = 50000");
    const { data: manual } = await site.post<{ accountId: number; institutionAccessItemId: number }>(
      "/api/SaveManualAccount",
      {
        accountId: "",
        institutionName: "Shed",
        name: "Boat",
        type: "asset",
        isoCurrencyCode: "USD",
        openingBalance: 9_000,
        openingDate: "2026-11-10",
      },
    );
    const check = { accountId: manual.accountId, date: "2026-11-20", balance: 8_500, adjust: true };
    expect((await site.post("/api/CheckBalance", check)).status).toBe(200);
    const today = async () => (await worth("from=2026-11-21&to=2026-11-21")).currencies[0]?.points[0]?.amount;
    expect(await today()).toBe(9_000);
    await site.rows([{ amount: -77_00, date: "2026-11-12" }]);
    await site.rows([{ amount: -88_00, date: "2026-11-12" }], { ...site.account, ...manual });
    expect(await today()).toBe(9_000);
    const banks =
      await ask<{ accounts: { accountId: number; currentBalance: number }[] }[]>("/api/GetUserAccessItems");
    expect(
      banks.flatMap(({ accounts }) => accounts).find((one) => one.accountId === manual.accountId)
        ?.currentBalance,
    ).toBe(8_500);
    // What the person types themselves counts, and takes their check back.
    await site.post("/api/SaveTransaction", {
      transactionId: 0,
      accountId: manual.accountId,
      date: "2026-11-15",
      amount: -1,
      name: "Paint",
    });
    expect(await today()).toBe(500 + 9_000 - 88 - 500 - 1);
  });

  it("is a file, too", async () => {
    await setAccount(site.account.accountId, "current_balance = 50000");
    await site.rows([{ amount: -30_00, date: "2026-11-20", name: "=Bakery" }]);
    const file = async (query: string) => {
      const answer = await site.app.request(`/api/ExportReport?${query}`, {
        headers: { cookie: site.cookie },
      });
      return {
        name: answer.headers.get("content-disposition"),
        lines: (await answer.text()).trimEnd().split("\r\n"),
      };
    };
    const curve = await file("report=netWorth&from=2026-11-20&to=2026-11-21");
    expect(curve.name).toContain('filename="Net worth 2026-11-20 to 2026-11-21.csv"');
    expect(curve.lines.slice(1)).toEqual([
      '"2026-11-20","USD",500.00,500.00,0.00,"Yes"',
      '"2026-11-21","USD",500.00,500.00,0.00,"Yes"',
    ]);
    expect((await file("report=cashFlow&from=2026-11-01&to=2026-11-21")).lines[1]).toBe(
      '"2026-11","USD",0.00,30.00,-30.00',
    );
    expect((await file("report=spending&by=payee&from=2026-11-01&to=2026-11-21")).lines.slice(1)).toEqual([
      `"'=Bakery","USD",30.00,30.00,1,""`,
      '"Total","USD",30.00,30.00,1,""',
    ]);
  });

  it("reads the days that it needs of a long ledger, not all of it", async () => {
    const { accountId } = site.account;
    await setAccount(accountId, "current_balance = 50000");
    const today = "2026-11-21";
    await site.rows(
      Array.from({ length: 5_000 }, (_, row) => ({ amount: -1_00, date: addDays(today, -(row % 1_500)) })),
    );
    await database().unsafeDb.execute("analyze transactions");
    const owner = { userId: site.userId, mode: "sandbox" as const, today, timeZone: "UTC" };
    const read = await database().asUser(site.userId, async (tx) => {
      // What the connection has read before this transaction may be in the count, too.
      const count = async () => {
        const { rows } = await tx.execute<{ count: number }>(
          "select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables where relname = 'transactions'",
        );
        return rows[0]?.count ?? Number.NaN;
      };
      const before = await count();
      await readNetWorth(tx, owner, { from: addDays(today, -90), daysOf: () => [today] });
      return (await count()) - before;
    });
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(1_000);
  });
});

describe("reports", () => {
  it("of all time begin at most 100 years ago, whatever date a bank gave a row", async () => {
    await site.rows([
      { amount: -10_00, date: "0001-01-01" },
      { amount: -20_00, date: "2026-11-02" },
    ]);
    await database().unsafeDb.execute("update accounts set current_balance = 100");
    for (const report of ["NetWorth", "CashFlow", "SpendingReport"])
      expect(await ask(`/api/Get${report}?to=2026-11-21`), report).toMatchObject({ from: "1926-09-08" });
    const { currencies } = await ask<CashFlowReport>("/api/GetCashFlow?to=2026-11-21");
    expect(currencies).toMatchObject([{ spending: { amount: 20 } }]);
  });
});
