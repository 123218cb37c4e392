import { describe, expect, it } from "vitest";
import { fc } from "../../../../tests/support/properties.ts";
import { confirmationFor, isConfirmed } from "./confirmation.ts";
import { deletionConsequences, heldWords, sizeWords } from "./data-words.ts";
import { exportRow } from "./export-row.ts";
import { readmeText } from "./readme-text.ts";

describe("the confirmation of a deletion", () => {
  it("is the person's address, ignoring case and surrounding spaces", () => {
    expect(confirmationFor(" avery@lanternfish-works.example ")).toBe("avery@lanternfish-works.example");
    expect(isConfirmed(" Avery@Lanternfish-Works.example", "avery@lanternfish-works.example")).toBe(true);
  });

  it("rejects anything else", () => {
    for (const typed of [
      "",
      " ",
      "avery",
      "avery@lanternfish-works.exampl",
      "avery@lanternfish-works.example.",
    ])
      expect(isConfirmed(typed, "avery@lanternfish-works.example"), typed).toBe(false);
  });

  it("is a phrase for a person without an address", () => {
    expect(confirmationFor("  ")).toBe("delete everything");
    expect(isConfirmed("", confirmationFor(""))).toBe(false);
  });
});

describe("an exported row", () => {
  const shape = { columns: ["id", "amount", "name", "list", "nothing"], moneyColumns: ["amount"] };

  it("has amounts in units, lists as JSON, and empty missing values", () => {
    const row = { id: 7, amount: -5, name: 'a "b"', list: ["x"], nothing: null };
    expect(exportRow(row, shape, "USD")).toEqual([
      { name: "id", json: 7, csv: { digits: "7" } },
      { name: "amount", json: -0.05, csv: { digits: "-0.05" } },
      { name: "name", json: 'a "b"', csv: 'a "b"' },
      { name: "list", json: ["x"], csv: '["x"]' },
      { name: "nothing", json: null, csv: "" },
    ]);
  });

  it("has exact amounts with the decimals of their currency", () => {
    const decimals = { JPY: 0, USD: 2, KWD: 3 };
    fc.assert(
      fc.property(
        fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }),
        fc.constantFrom("JPY" as const, "USD" as const, "KWD" as const),
        (minor, currency) => {
          const [cell] = exportRow(
            { amount: minor },
            { columns: ["amount"], moneyColumns: ["amount"] },
            currency,
          );
          const digits = typeof cell?.csv === "object" ? cell.csv.digits : "";
          expect(digits.split(".")[1]?.length ?? 0).toBe(decimals[currency]);
          expect(BigInt(digits.replace(".", ""))).toBe(BigInt(minor));
          expect(Number(cell?.json)).toBe(Number(digits));
        },
      ),
    );
  });

  it("rejects an amount without a currency but accepts a missing amount", () => {
    expect(() => exportRow({ amount: 1 }, shape, null)).toThrow("has no currency");
    expect(exportRow({ amount: null }, { columns: ["amount"], moneyColumns: ["amount"] }, null)).toEqual([
      { name: "amount", json: null, csv: "" },
    ]);
  });
});

describe("the texts about personal data", () => {
  it("format counts and sizes", () => {
    expect(heldWords({ words: "transactions", count: 1204 })).toBe("1,204 transactions");
    expect([1, 812, 48_200, 999_499, 999_500, 1_340_000].map(sizeWords)).toEqual([
      "1 byte",
      "812 bytes",
      "48 KB",
      "999 KB",
      "1.0 MB",
      "1.3 MB",
    ]);
  });

  it("list the consequences of a deletion that apply", () => {
    expect(deletionConsequences({ held: [], banks: [], hasGitHubLink: false })).toHaveLength(1);
    const all = deletionConsequences({
      held: [{ words: "budget", count: 1 }],
      banks: ["Lanternfish Bank", "Saltmarsh Union"],
      hasGitHubLink: true,
    });
    expect(all).toHaveLength(4);
    expect(all[0]).toContain("Lanternfish Bank and Saltmarsh Union");
    expect(all.join(" ")).toContain("1 budget");
  });

  it("explain each file of the download", () => {
    const text = readmeText({
      site: "folio.example",
      madeAt: "2026-11-21T17:00:00.000Z",
      tables: [
        { name: "budgets", about: "Your budgets.", rows: 1 },
        { name: "transactions", about: "Your ledger.", rows: 12_345 },
      ],
      leftOut: ["Secrets."],
    });
    expect(text).toContain("budgets       1 row. Your budgets.");
    expect(text).toContain("transactions  12,345 rows. Your ledger.");
    expect(text).toContain("- Secrets.");
    expect(text.split("\r\n").every((line) => !line.includes("\n"))).toBe(true);
  });
});
