import { describe, expect, test } from "vitest";
import {
  amountsOf,
  linesOf,
  onlyAccount,
  readAccount,
  readText,
} from "../../../../../tests/support/statements/read-text.ts";

describe("signs of two columns", () => {
  const split = (...rows: string[]) => linesOf("Date,Description,Debit,Credit,Balance", ...rows);
  const balanced = split(
    "2026-11-18,Fee,-3.00,,97.00",
    "2026-11-19,Refund,5.00,,102.00",
    "2026-11-20,Pay,,100.00,202.00",
  );
  const withoutBalance = balanced.replaceAll(/,[^,]*$/gm, "");

  test.each([null, "checking", "savings", "card"] as const)(
    "the running balance proves them on %s",
    (accountType) => {
      const statement = readText(balanced, { accountType });
      expect(statement).toMatchObject({ questions: [], warnings: [] });
      expect(onlyAccount(statement)).toMatchObject({
        addsUp: true,
        opening: { amount: 10000 },
        rows: [{ amount: -300 }, { amount: 500 }, { amount: 10000 }],
      });
    },
  );

  test("the running balance outweighs the commoner sign", () => {
    const text = split(
      "2026-11-17,Fee,-3.00,,97.00",
      "2026-11-18,Refund,5.00,,102.00",
      "2026-11-19,Refund,6.00,,108.00",
      "2026-11-20,Pay,,100.00,208.00",
    );
    expect(amountsOf(text)).toEqual([-300, 500, 600, 10000]);
  });

  test("without a proof, both signs in a column are a warning", () => {
    const statement = readText(withoutBalance);
    expect(onlyAccount(statement).rows.map(({ amount }) => amount)).toEqual([-300, 500, 10000]);
    expect(statement.warnings).toEqual([
      "The column “Debit” has amounts with both signs, and no balance proves them. Negative ones are read as money out.",
    ]);
    const mostlyPositive = withoutBalance.replace("Pay,,100.00", "Pay,100.00,");
    expect(amountsOf(mostlyPositive)).toEqual([300, -500, -10000]);
    expect(readText(mostlyPositive).warnings).toEqual([
      "The column “Debit” has amounts with both signs, and no balance proves them. Negative ones are read as money in.",
    ]);
  });

  test("balances of two accounts prove them together", () => {
    const text = linesOf(
      "Account,Date,Description,Debit,Credit,Balance",
      ...["DE02120300000000202051", "DE75512108001245126199"].flatMap((account) => [
        `${account},2026-11-17,Fee,-3.00,,97.00`,
        `${account},2026-11-18,Refund,5.00,,102.00`,
        `${account},2026-11-19,Pay,,100.00,202.00`,
        `${account},2026-11-20,Fee,-1.00,,201.00`,
      ]),
    );
    expect(readText(text).accounts.map(({ addsUp, rows }) => [addsUp, rows[1]?.amount])).toEqual([
      [true, 500],
      [true, 500],
    ]);
  });

  const owed = split(
    "2026-11-02,Deli,24.10,,124.10",
    "2026-11-03,Ash,5.00,,129.10",
    "2026-11-04,Ash,-4.10,,125.00",
    "2026-11-05,Vale,,80.00,45.00",
  );

  test.each(["card", "loan"] as const)(
    "a balance of what is owed leaves them as named on a %s",
    (accountType) => {
      const statement = readText(owed, { accountType });
      expect(statement).toMatchObject({ questions: [], warnings: [] });
      expect(onlyAccount(statement)).toMatchObject({
        addsUp: true,
        closing: { amount: -4500 },
        rows: [{ amount: -2410 }, { amount: -500 }, { amount: 410 }, { amount: 8000, runningBalance: -4500 }],
      });
    },
  );

  test("two rows of a card prove the balance, not the signs", () => {
    const text = split("2026-11-02,Deli,24.10,,124.10", "2026-11-05,Vale,,80.00,44.10");
    expect(readAccount(text, { accountType: "card" })).toMatchObject({
      addsUp: true,
      closing: { amount: -4410 },
      rows: [{ amount: -2410 }, { amount: 8000 }],
    });
  });

  test("a balance against the columns' names is a question if the account isn't known", () => {
    const statement = readText(owed);
    expect(statement.questions).toMatchObject([{ id: "sign", text: "Is “Deli -24.10” money you spent?" }]);
    expect(onlyAccount(statement)).toMatchObject({ addsUp: true, closing: { amount: -4500 } });
    const answered = readText(owed, { answers: { sign: "positiveIsOut" } });
    expect(answered.questions).toMatchObject([{ id: "sign", answer: "positiveIsOut" }]);
    expect(onlyAccount(answered)).toMatchObject({
      addsUp: true,
      closing: { amount: 4500 },
      rows: [{ amount: 2410 }, { amount: 500 }, { amount: -410 }, { amount: -8000 }],
    });
  });
});

describe("balances of what is owed", () => {
  const directed = linesOf(
    "Date,Payee,Amount,D/C,Balance",
    "2026-11-02,Deli,24.10,D,124.10",
    "2026-11-03,Ash,5.00,D,129.10",
    "2026-11-04,Vale,80.00,C,49.10",
  );

  test.each(["card", "loan"] as const)("are negative on a %s", (accountType) => {
    expect(readAccount(directed, { accountType })).toMatchObject({
      addsUp: true,
      closing: { amount: -4910 },
    });
  });

  test.each(["checking", "savings", "cash"] as const)("don't exist on a %s account", (accountType) => {
    expect(readAccount(directed, { accountType })).toMatchObject({
      addsUp: false,
      closing: { amount: 4910 },
      rows: [{ amount: -2410, runningBalance: 12410 }, { amount: -500 }, { amount: 8000 }],
    });
  });

  test("don't prove the sign of a lone column on a loan", () => {
    const text = linesOf(
      "Date,Payee,Amount,Balance",
      "2026-11-02,Vale,100.00,900.00",
      "2026-11-03,Vale,100.00,800.00",
      "2026-11-04,Interest,-5.00,805.00",
    );
    const statement = readText(text, { accountType: "loan" });
    expect(statement.questions.map(({ id }) => id)).toEqual(["sign"]);
    expect(onlyAccount(statement)).toMatchObject({
      addsUp: true,
      closing: { amount: -80500 },
      rows: [{ amount: 10000 }, { amount: 10000 }, { amount: -500 }],
    });
  });
});

describe("balances that don't run", () => {
  test("before each row turn neither signs nor the order of dates", () => {
    const text = linesOf(
      "Date,Payee,Amount,Balance",
      "2026-11-02,Deli,-24.10,100.00",
      "2026-11-03,Vale,80.00,75.90",
      "2026-11-04,Ash,-5.00,155.90",
      "2026-11-05,Elm,-1.00,150.90",
    );
    expect(readAccount(text, { answers: { sign: "negativeIsOut" } })).toMatchObject({
      addsUp: false,
      offBy: null,
      closing: null,
      rows: [{ payee: "Deli", amount: -2410 }, { amount: 8000 }, { amount: -500 }, { amount: -100 }],
    });
  });

  const rows = [
    "2026-11-02,Deli,-1.00,50.00",
    "2026-11-03,Vale,-2.00,71.00",
    "2026-11-04,Ash,-3.00,22.00",
    "2026-11-05,Elm,-4.00,93.00",
  ];
  const header = "Date,Payee,Amount,Balance";

  test("don't add up if there are enough of them", () => {
    const off = { addsUp: false, offBy: null, opening: null, closing: null };
    expect(readAccount(linesOf(header, ...rows))).toMatchObject(off);
    expect(readAccount(linesOf(header, ...rows.slice(1)))).toMatchObject({ addsUp: null });
  });

  test("prove nothing if they repeat in each row or are in several currencies", () => {
    const repeated = rows.map((row) => row.replace(/[\d.]+$/, "50.00"));
    expect(readAccount(linesOf(header, ...repeated))).toMatchObject({ addsUp: null });
    const mixed = rows.map((row, index) => `${row},${index === 2 ? "EUR" : "USD"}`);
    expect(readAccount(linesOf(`${header},Currency`, ...mixed))).toMatchObject({ addsUp: null });
  });
});

describe("balances of each day only", () => {
  const lines = [
    "2026-10-14,Cafe,4.50,",
    "2026-10-14,Deli,10.00,985.50",
    "2026-10-15,Cafe,4.50,",
    "2026-10-15,Deli,10.00,971.00",
    "2026-10-16,Vale,-100.00,1071.00",
    "2026-10-17,Vale,-10.00,1081.00",
    "2026-10-17,Cafe,4.50,",
  ];

  test.each([
    ["oldest first", lines],
    ["newest first", lines.toReversed()],
  ])("prove the sign and what is around them: %s", (_order, ordered) => {
    const statement = readText(linesOf("Date,Payee,Amount,Balance", ...ordered));
    expect(statement.questions).toEqual([]);
    expect(onlyAccount(statement)).toMatchObject({
      opening: { amount: 100000 },
      closing: { amount: 107650, date: "2026-10-17" },
      addsUp: true,
      rows: [-450, -1000, -450, -1000, 10000, 1000, -450].map((amount) => ({ amount })),
    });
  });

  test("don't add up if a row is missing between them", () => {
    const text = linesOf("Date,Payee,Amount,Balance", ...lines.toSpliced(2, 1));
    expect(readAccount(text)).toMatchObject({ addsUp: false });
  });
});

describe("lines with only a balance", () => {
  const mapping = {
    fingerprint: "date|description|out|back|balance",
    roles: ["date", "memo", "debit", null, "balance"] as const,
  };
  const header = "Date,Description,Out,Back,Balance";

  test("a line with money in a column without a role is refused with its line", () => {
    const text = linesOf(
      header,
      "2026-11-01,Beginning balance,,,100.00",
      "2026-11-02,Deli,12.50,,87.50",
      "2026-11-03,Vale,,15.00,102.50",
      "2026-11-04,Ash,2.50,,100.00",
    );
    const statement = readText(text, { mapping });
    expect(statement.warnings).toEqual(["Skipped 1 line with only a balance."]);
    expect(onlyAccount(statement).rows.map(({ line }) => line)).toEqual([3, 5]);
    expect(onlyAccount(statement).refused).toEqual([
      { line: 4, reason: "The amount is missing. “15.00” is in a column that isn’t read." },
    ]);
  });

  test.each([
    ["1,200.00", "Anfangssaldo", "Endsaldo"],
    ["1,200.00", "Solde précédent", "Nouveau solde"],
    ["1,200.00", "SALDO INIZIALE", "SALDO FINALE"],
    ["1,200.00", "Saldo anterior", "Saldo"],
    ["1,200.00", "Balance brought forward", "Balance carried forward"],
    ["0.00", "Opening balance", "Total"],
  ])("aren't rows if it stands where others have their amount: %s, %s, %s", (opening, first, last) => {
    const closing = opening === "0.00" ? "1,475.90" : "2,675.90";
    const text = (lines: readonly string[]) => linesOf("Date;Text;Out;In", ...lines);
    const lines = [
      `2026-10-01;${first};;${opening}`,
      "2026-10-05;New Balance;24.10;",
      "2026-10-15;Vale;;1,500.00",
      `2026-10-31;${last};;${closing}`,
    ];
    for (const ordered of [lines, lines.toReversed()]) {
      const statement = readText(text(ordered));
      expect(statement.warnings).toEqual(["Skipped 2 lines with only a balance."]);
      expect(onlyAccount(statement)).toMatchObject({
        opening: { amount: opening === "0.00" ? 0 : 120000 },
        addsUp: true,
        rows: [{ amount: -2410 }, { amount: 150000 }],
      });
    }
  });

  test.each([
    ["-24.10", "80.00", [-2410, 8000]],
    ["24.10", "-80.00", [-2410, 8000]],
  ])("prove the sign of a lone column: %s and %s", (deli, vale, amounts) => {
    const rows = [`2026-10-05;Deli;${deli}`, `2026-10-15;Vale;${vale}`];
    const text = linesOf(
      "Date;Text;Amount",
      "2026-10-01;Anfangssaldo;100.00",
      ...rows,
      "2026-10-31;Endsaldo;155.90",
    );
    const statement = readText(text);
    expect(statement.questions).toEqual([]);
    expect(onlyAccount(statement).rows.map(({ amount }) => amount)).toEqual(amounts);
    expect(onlyAccount(statement)).toMatchObject({ opening: { amount: 10000 }, addsUp: true });
  });

  test("are the last of a table if nothing says which balance it is, and the rows add up to it", () => {
    const text = (total: string) =>
      linesOf(
        "Date;Text;Amount",
        "2026-10-05;Deli;-24.10",
        "2026-10-15;Vale;80.00",
        `2026-10-31;Total;${total}`,
      );
    const amounts = (total: string) => readAccount(text(total)).rows.map(({ amount }) => amount);
    expect([amounts("55.90"), amounts("55.00")]).toEqual([
      [-2410, 8000],
      [-2410, 8000, 5500],
    ]);
  });

  test("numbers without decimals are money only in a currency without them", () => {
    const text = linesOf(
      header,
      "2026-11-02,Deli,1250,,8750",
      "2026-11-03,Vale,,1500,10250",
      "2026-11-04,Ash,250,,10000",
    );
    const refused = (isoCurrencyCode: string) =>
      readAccount(text, { mapping, isoCurrencyCode }).refused.length;
    expect([refused("JPY"), refused("USD")]).toEqual([1, 0]);
  });
});

describe("fees in a column of their own", () => {
  const header = "Date,Payee,Amount,Fee,Balance";

  test("come off amounts if the balance falls by them", () => {
    const text = linesOf(
      header,
      "2026-11-02,Deli,-50.00,0.50,949.50",
      "2026-11-03,Vale,-20.00,0.00,929.50",
      "2026-11-04,Ash,100.00,1.50,1028.00",
    );
    expect(readAccount(text)).toMatchObject({
      addsUp: true,
      opening: { amount: 100000 },
      rows: [{ amount: -5050 }, { amount: -2000 }, { amount: 9850 }],
    });
  });

  test("stay out of amounts that include them, or that nothing proves", () => {
    const included = linesOf(
      header,
      "2026-11-02,Deli,-50.50,0.50,949.50",
      "2026-11-03,Vale,-20.00,0.00,929.50",
      "2026-11-04,Ash,98.50,1.50,1028.00",
    );
    expect(readAccount(included)).toMatchObject({
      addsUp: true,
      rows: [{ amount: -5050 }, { amount: -2000 }, { amount: 9850 }],
    });
    const unproven = included.replaceAll(/,[^,]*$/gm, "");
    expect(amountsOf(unproven)).toEqual([-5050, -2000, 9850]);
  });
});
