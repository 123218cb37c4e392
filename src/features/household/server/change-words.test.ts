import { expect, it } from "vitest";
import { contracts } from "#server/contracts.ts";
import { thingsOf } from "#server/household/change-journal.ts";
import { changeWords } from "../domain/change-words.ts";

it("every call that changes shared money has words", () => {
  const calls = Object.values(contracts)
    .flatMap((contract) => Object.values(contract))
    .filter(({ method, auth, sharing }) => method === "POST" && auth === "finance" && sharing !== "apart");
  expect(calls.length).toBeGreaterThan(60);
  const wordless = calls.filter(({ path }) => changeWords(path, {}) === "changed something");
  expect(wordless.map(({ path }) => path)).toEqual([]);
});

it("counts transactions if the call named several", () => {
  expect(changeWords("/api/SetTransactionTags", { transactionCount: 1200 })).toBe(
    "changed the tags of transactions (1,200)",
  );
  expect(changeWords("/api/Gone", {})).toBe("changed something");
});

it("says what transactions became if it's the same for all", () => {
  const became = (call: string, input: object) => changeWords(call, thingsOf(input));
  const kinds = (...all: (string | null)[]) => all.map((kind, index) => ({ transactionId: index, kind }));
  expect(became("/api/SetTransactionKinds", kinds("leftOut"))).toBe("left out transactions");
  expect(became("/api/SetTransactionKinds", kinds("income", "income"))).toBe(
    "set transactions to income (2)",
  );
  expect(became("/api/SetTransactionKinds", kinds("income", null))).toBe("set what transactions are (2)");
  const decided = (...all: (boolean | null)[]) => ({ decisions: all.map((excluded) => ({ excluded })) });
  const path = "/api/SetExcludedTransactions";
  expect(became(path, decided(true, true))).toBe("exempted transactions from a budget (2)");
  expect(became(path, decided(false))).toBe("restored transactions to a budget");
  expect(became(path, decided(true, false))).toBe("exempted or restored transactions in a budget (2)");
  expect(became("/api/SetExcludedMatching", { excluded: false })).toBe(
    "restored all matching transactions to a budget",
  );
});

it("names the account that a call names, for its link", () => {
  expect(thingsOf({ transactionId: 0, accountId: 7 })).toEqual({ accountId: 7 });
});
