import { describe, expect, it } from "vitest";
import { money, moneyDigits, negateMoney } from "#shared/money.ts";
import { addDays } from "#shared/time/plain-dates.ts";
import { fc } from "../../../../../tests/support/properties.ts";
import { createMemoryLedger } from "../../../../../tests/support/ledger/ledger-memory.ts";
import type { ArrivedRow, LedgerFacts } from "../ledger-plan.ts";
import { payeeKeyOf } from "../payees/payee-key.ts";
import type { FileRow } from "./statement-rows.ts";

type Movement = { index: number; day: number; cents: number; payee: string; daysLater: number };

function said({ day, cents }: Movement, name: string): LedgerFacts {
  return {
    accountId: 1,
    date: addDays("2026-11-01", day),
    authorizedDate: null,
    name,
    merchantName: null,
    amount: money(cents),
    isoCurrencyCode: "USD",
    pending: false,
    bankCategory: null,
    bankCategoryDetailed: null,
    bankConfidence: null,
  };
}

/** The bank calls payees by other names than its files do, and may date them later. */
function ofBank(movement: Movement): ArrivedRow {
  const ledger = said(
    { ...movement, day: movement.day + movement.daysLater },
    `POS DEBIT ${movement.payee} LLC`,
  );
  const { date, name, amount, accountId, isoCurrencyCode } = ledger;
  return {
    fact: {
      accountId,
      date,
      name,
      isoCurrencyCode,
      pending: false,
      pendingTransactionId: null,
      providerTransactionId: `bank ${movement.index}`,
      linkNumber: 1,
      rawAmount: moneyDigits(negateMoney(amount), "USD"),
    },
    ledger,
  };
}

function ofFile(movement: Movement): FileRow {
  const facts = said(movement, movement.payee);
  return {
    ...facts,
    payeeKey: payeeKeyOf(facts),
    line: movement.index,
    externalId: `file ${movement.index}`,
    correction: null,
    fileCategory: null,
    merchantCode: null,
    typeCode: null,
  };
}

const anyMovements = (latest: number) =>
  fc
    .array(
      fc.record({
        day: fc.integer({ min: 0, max: 14 }),
        cents: fc.constantFrom(-290, -500, 2000),
        payee: fc.constantFrom("Blue Fig", "Corner Bakery", "City Transit"),
        daysLater: fc.integer({ min: 0, max: latest }),
      }),
      { maxLength: 15 },
    )
    .map((all) => all.map((movement, index) => ({ ...movement, index })));

const anyDays = fc
  .tuple(fc.integer({ min: 0, max: 14 }), fc.integer({ min: 0, max: 14 }))
  .map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other) }));
type Cut = { from: number; to: number };

const within = (all: Movement[], { from, to }: Cut) => all.filter(({ day }) => from <= day && day <= to);

/** The ledger as the person sees it. */
function content(ledger: ReturnType<typeof createMemoryLedger>): string[] {
  return [...ledger.rows.values()]
    .map((row) => `${row.date} ${row.amount} ${row.name}${row.isRemovedByBank ? " removed" : ""}`)
    .toSorted();
}

describe("a bank's rows and a file's", () => {
  it("make one ledger, whichever comes first", () => {
    fc.assert(
      fc.property(anyMovements(1), anyDays, anyDays, (all, fileCut, bankCut) => {
        const file = within(all, fileCut).map(ofFile);
        const bank = within(all, bankCut).map(ofBank);
        const fileFirst = createMemoryLedger();
        fileFirst.importFile(file);
        fileFirst.sync({ rows: bank });
        const bankFirst = createMemoryLedger();
        bankFirst.sync({ rows: bank });
        bankFirst.importFile(file);
        expect(content(fileFirst)).toEqual(content(bankFirst));
      }),
      { numRuns: 500 },
    );
  });

  it("are each there once where their days agree", () => {
    fc.assert(
      fc.property(anyMovements(0), anyDays, anyDays, (all, fileCut, bankCut) => {
        const ledger = createMemoryLedger();
        ledger.importFile(within(all, fileCut).map(ofFile));
        ledger.sync({ rows: within(all, bankCut).map(ofBank) });
        const sizes = new Map<string, number>();
        const count = (key: string) => sizes.set(key, (sizes.get(key) ?? 0) + 1);
        const isIn = ({ day }: Movement, { from, to }: Cut) => from <= day && day <= to;
        for (const one of all) if (isIn(one, fileCut) || isIn(one, bankCut)) count(`${one.day} ${one.cents}`);
        for (const { date, amount } of ledger.rows.values()) {
          const key = `${Number(date.slice(8)) - 1} ${amount}`;
          expect(sizes.get(key) ?? 0, key).toBeGreaterThan(0);
          sizes.set(key, (sizes.get(key) ?? 0) - 1);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("keep what the person did with a row, however it comes again", () => {
    const movement = { index: 1, day: 4, cents: -500, payee: "Blue Fig", daysLater: 1 };
    const ledger = createMemoryLedger();
    ledger.type(said({ ...movement, day: 2 }, "Lunch with Mo"));
    const [typed] = ledger.rows.values();
    typed?.marks.add("category");
    ledger.importFile([ofFile(movement)]);
    expect([...ledger.rows.values()]).toMatchObject([
      {
        transactionId: typed?.transactionId,
        date: "2026-11-05",
        name: "Blue Fig",
        merchantName: "Lunch with Mo",
      },
    ]);
    ledger.sync({ rows: [ofBank({ ...movement, index: 0, day: 0, cents: -1 }), ofBank(movement)] });
    ledger.sync({ removed: ["bank 1"] });
    expect([...ledger.rows.values()].filter(({ amount }) => amount === -500)).toMatchObject([
      {
        date: "2026-11-06",
        name: "POS DEBIT Blue Fig LLC",
        merchantName: "Lunch with Mo",
        isRemovedByBank: false,
        marks: new Set(["category"]),
      },
    ]);
  });
});
