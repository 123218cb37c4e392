import { describe, expect, it } from "vitest";
import { money } from "#shared/money.ts";
import { creditedMonthAfter, paymentDateOf, paymentProblem } from "./income-payment.ts";

describe("a payment by its transaction", () => {
  it.each([
    [{ amount: 100, isoCurrencyCode: "USD", isRemoved: false }, null],
    [{ amount: 100, isoCurrencyCode: "USD", isRemoved: true }, "removed"],
    [{ amount: -100, isoCurrencyCode: "USD", isRemoved: false }, "outflow"],
    [{ amount: 0, isoCurrencyCode: "USD", isRemoved: false }, "outflow"],
    [{ amount: 100, isoCurrencyCode: "EUR", isRemoved: false }, "currency"],
  ])("%j: %s", ({ amount, ...facts }, problem) => {
    const payment = { ...facts, amount: money(amount) };
    expect(paymentProblem(payment, { isoCurrencyCode: "USD", direction: "in" })).toBe(problem);
    const out = problem === "outflow" && amount < 0 ? null : (problem ?? "inflow");
    if (amount !== 0) expect(paymentProblem(payment, { isoCurrencyCode: "USD", direction: "out" })).toBe(out);
  });

  it("is dated the day it was authorized, or else its date", () => {
    expect(paymentDateOf({ date: "2026-12-01", authorizedDate: "2026-11-29" })).toBe("2026-11-29");
    expect(paymentDateOf({ date: "2026-12-01", authorizedDate: null })).toBe("2026-12-01");
  });
});

describe("the month a payment is credited to", () => {
  const before = { paymentDate: "2026-11-28", creditedMonth: "2026-11" };
  const moved = { paymentDate: "2026-11-28", creditedMonth: "2026-12" };

  it("is that of its date unless the person chooses another", () => {
    expect(creditedMonthAfter({ paymentDate: "2026-11-28" }, null)).toBe("2026-11");
    expect(creditedMonthAfter({ paymentDate: "2026-11-28", creditedMonth: "2026-12" }, null)).toBe("2026-12");
  });

  it("follows a changed date, but stays where the person moved it", () => {
    expect(creditedMonthAfter({ paymentDate: "2026-10-01" }, before)).toBe("2026-10");
    expect(creditedMonthAfter({ paymentDate: "2026-10-01" }, moved)).toBe("2026-12");
    expect(creditedMonthAfter({ paymentDate: "2026-10-01", creditedMonth: "2026-10" }, moved)).toBe(
      "2026-10",
    );
  });
});
