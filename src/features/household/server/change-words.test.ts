import { expect, it } from "vitest";
import { contracts } from "#server/contracts.ts";
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
