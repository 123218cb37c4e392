import { describe, expect, test } from "vitest";
import { linesOf, readAccount, readText } from "../../../../../tests/support/statements/read-text.ts";
import type { ReadOptions } from "../reading.ts";

describe("dates", () => {
  const dated = (...dates: string[]) =>
    linesOf("Date,Payee,Amount", ...dates.map((date) => `"${date}",Deli,-1.00`));
  const dates = (text: string, options: Partial<ReadOptions> = {}) =>
    readAccount(text, options).rows.map(({ date }) => date);

  test.each([
    ["2026/11/02", "2026-11-02"],
    ["20261102", "2026-11-02"],
    ["02112026", "2026-11-02"],
    ["2026-11-02T23:59:59Z", "2026-11-02"],
    ["2026-11-02 23:59", "2026-11-02"],
    ["02.11.2026, 14:22", "2026-11-02"],
    ["2 Nov 2026", "2026-11-02"],
    ["02-NOV-26", "2026-11-02"],
    ["Nov 2, 2026", "2026-11-02"],
    ["November 2 2026", "2026-11-02"],
    ["Mon, 2 Nov 2026", "2026-11-02"],
    ["2. März 2026", "2026-03-02"],
    ["2 août 2026", "2026-08-02"],
    ["2 mei 2026", "2026-05-02"],
    ["2 ene 2026", "2026-01-02"],
    ["2 giu 2026", "2026-06-02"],
    ["2 dez 2026", "2026-12-02"],
  ])("%s", (printed, date) => {
    expect(dates(dated(printed, "14/01/2020"))).toContain(date);
  });

  test("the order in which dates run decides", () => {
    expect(dates(dated("03/02/2026", "05/02/2026", "01/03/2026"))).toEqual([
      "2026-02-03",
      "2026-02-05",
      "2026-03-01",
    ]);
  });

  test("dates after today decide", () => {
    expect(dates(dated("02/12/2026", "01/11/2026", "03/09/2026", "04/09/2026"))).toContain("2026-02-12");
  });

  const open = dated("03/02/2026");

  test("what nothing settles is asked with a real row", () => {
    expect(readText(open).questions[0]).toEqual({
      id: "dateOrder",
      text: "Which day is “03/02/2026” in this row? 03/02/2026 · Deli · -1.00",
      choices: [
        { value: "mdy", label: "Mar 2, 2026" },
        { value: "dmy", label: "Feb 3, 2026" },
      ],
      answer: null,
    });
    expect(dates(open)).toEqual(["2026-03-02"]);
    expect(dates(open, { answers: { dateOrder: "dmy" } })).toEqual(["2026-02-03"]);
  });

  test("dates of the second column prove, too", () => {
    const text = linesOf(
      "Booking date,Value date,Payee,Amount",
      "03/03/2026,02/03/2026,Deli,-1.00",
      "03/03/2026,28/02/2026,Ash,-2.00",
    );
    expect(readAccount(text).rows.map(({ authorizedDate }) => authorizedDate)).toEqual([
      "2026-03-02",
      "2026-02-28",
    ]);
  });

  test("an answer never outweighs a proof", () => {
    expect(dates(dated("03/02/2026", "17/02/2026"), { answers: { dateOrder: "mdy" } })).toEqual([
      "2026-02-03",
      "2026-02-17",
    ]);
  });

  test.each([
    [
      ["26-10-31", "26-11-02", "26-11-05"],
      ["2026-10-31", "2026-11-02", "2026-11-05"],
    ],
    [
      ["26-11-02", "26-11-05"],
      ["2026-11-02", "2026-11-05"],
    ],
    [
      ["25.12.30", "26.01.02"],
      ["2025-12-30", "2026-01-02"],
    ],
    [
      ["26-11-02", "26-12-01"],
      ["2026-11-02", "2026-12-01"],
    ],
    [
      ["17.11.26", "18.11.26"],
      ["2026-11-17", "2026-11-18"],
    ],
    [
      ["02-11-26", "05-11-26", "17-11-26"],
      ["2026-11-02", "2026-11-05", "2026-11-17"],
    ],
    [
      ["11/02/25", "11/05/25", "11/17/25"],
      ["2025-11-02", "2025-11-05", "2025-11-17"],
    ],
  ])("the year comes first where the rows of %j lie together only then", (printed, days) => {
    expect(dates(dated(...printed))).toEqual(days);
    expect(readText(dated(...printed)).questions.map(({ id }) => id)).toEqual(["sign"]);
  });

  test.each([
    [["15.11.23", "15.11.24", "15.05.25", "15.11.25"], "dmy"],
    [["15.01.24", "15.01.25"], "dmy"],
    [["15.01.12", "15.07.12", "15.01.13", "15.07.13", "15.01.14"], "ymd"],
  ])("payments on one day of the month, %j, aren't taken for those of one year", (printed, likely) => {
    const text = dated(...printed);
    expect(readText(text).questions.map(({ id }) => id)).toEqual(["dateOrder", "sign"]);
    expect(dates(text)).toEqual(dates(text, { answers: { dateOrder: likely } }));
    expect(dates(text, { answers: { dateOrder: "dmy" } })).toEqual(
      printed.map((date) => `20${date.split(".").toReversed().join("-")}`),
    );
  });

  test("a day that may begin with its year is asked", () => {
    const text = dated("16-11-02");
    expect(readText(text).questions[0]).toMatchObject({
      choices: [
        { value: "dmy", label: "Nov 16, 2002" },
        { value: "ymd", label: "Nov 2, 2016" },
      ],
    });
    expect(dates(text)).toEqual(["2016-11-02"]);
    expect(dates(text, { answers: { dateOrder: "dmy" } })).toEqual(["2002-11-16"]);
  });

  test.each([
    ["26-11-02", "2026-11-02"],
    ["15.11.26", "2026-11-15"],
    ["15.11.20", "2020-11-15", "dateOrder"],
  ])("%s alone is from the last year rather than from years ago", (printed, date, ...asked) => {
    expect(dates(dated(printed))).toEqual([date]);
    expect(readText(dated(printed)).questions.map(({ id }) => id)).toEqual([...asked, "sign"]);
  });

  test("day and month that are equal need no decision", () => {
    expect(readText(dated("02/02/2026", "03/03/2026")).questions.map(({ id }) => id)).toEqual(["sign"]);
  });

  test.each(["31/02/2026", "00/00/0000", "1/1/0000", "99/99/2026"])(
    "%s is refused with its line, wherever it is",
    (printed) => {
      for (const text of [
        dated("11/13/2026", printed, "11/14/2026"),
        dated("11/13/2026", "11/14/2026", printed),
      ]) {
        expect(readAccount(text).rows).toHaveLength(2);
        expect(readAccount(text).refused).toMatchObject([{ reason: `“${printed}” isn’t a date.` }]);
      }
    },
  );

  test.each(["9999-12-31", "12/31/2200", "31.12.1899", "99991231"])(
    "a row of %s says which years are read",
    (printed) => {
      expect(readAccount(dated("11/13/2026", printed)).refused).toMatchObject([
        { reason: `“${printed}” isn’t in the years 1900 to 2199.` },
      ]);
    },
  );
});

describe("rows that the bank hasn't booked", () => {
  const header = "Type,Started Date,Completed Date,Description,Amount,State";
  const posted = [
    "Card,2026-11-02,2026-11-03,Deli,-1.00,COMPLETED",
    "Card,2026-11-04,2026-11-05,Vale,-2.00,COMPLETED",
  ];

  test("a pending row has the day of its purchase", () => {
    const text = linesOf(header, ...posted, "Card,2026-11-06,,Ash,-3.00,PENDING");
    expect(readAccount(text)).toMatchObject({
      rows: [
        { date: "2026-11-03", authorizedDate: "2026-11-02", pending: false },
        { date: "2026-11-05" },
        { payee: "Ash", date: "2026-11-06", authorizedDate: null, pending: true },
      ],
      refused: [],
    });
  });

  test("a reverted row is refused with the bank's word, not for its date", () => {
    const text = linesOf(header, "Card,2026-11-06,,Ash,-3.00,REVERTED", ...posted);
    expect(readAccount(text).refused).toEqual([{ line: 2, reason: "The bank marks it as “REVERTED”." }]);
  });

  test("a posted row without its day is refused", () => {
    const text = linesOf(header, "Card,2026-11-06,,Ash,-3.00,COMPLETED", ...posted);
    expect(readAccount(text).refused).toEqual([{ line: 2, reason: "The date is missing." }]);
  });
});
