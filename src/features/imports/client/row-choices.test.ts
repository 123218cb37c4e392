import { expect, test } from "vitest";
import type { ImportPreviewAccount } from "../contract.ts";
import { importLabel, totalsWords } from "./import-words.ts";
import { pastedFile, fileRefusal } from "./picked-files.ts";
import {
  choicesFor,
  hasOpenQuestion,
  importBlocker,
  outcomeOf,
  partsOf,
  totalsOf,
  withAnswer,
  withChoice,
  type Choices,
  type PreviewRow,
} from "./row-choices.ts";

const none: Choices = new Map();

function rowOf(row: number | null, state: PreviewRow["state"], amount: number | null = -5): PreviewRow {
  const line = (row ?? 8) + 2;
  return {
    row,
    line,
    date: "2026-11-02",
    amount,
    isoCurrencyCode: "USD",
    name: "Blue Heron",
    state,
    why: "",
  };
}

function accountOf(rows: PreviewRow[], accountId: number | null = 7, index = 0): ImportPreviewAccount {
  return {
    index,
    hint: { name: null, mask: null, isoCurrencyCode: "USD", type: null },
    accountId,
    period: null,
    balances: { addUp: null, offBy: null },
    counts: { new: 0, known: 0, joined: 0, changed: 0, maybe: 0, deleted: 0, refused: 0 },
    sums: [],
    note: null,
    warning: null,
    rows,
  };
}

test("a row's outcome is its state's, unless the person chose another", () => {
  const outcome = (state: PreviewRow["state"], choice?: "leaveOut" | "add" | "join") =>
    outcomeOf({ row: 0, state }, choice);
  expect(outcome("new")).toBe("added");
  expect(outcome("new", "leaveOut")).toBe("leftOut");
  expect(outcome("known")).toBe("kept");
  expect(outcome("known", "add")).toBe("added");
  expect(outcome("maybe")).toBe("added");
  expect(outcome("maybe", "join")).toBe("joined");
  expect(outcome("joined")).toBe("joined");
  expect(outcome("joined", "add")).toBe("added");
  expect(outcome("changed")).toBe("changed");
  expect(outcome("deleted")).toBe("leftOut");
  expect(outcome("deleted", "add")).toBe("added");
  expect(outcome("refused", "add")).toBe("refused");
  expect(outcomeOf({ row: null, state: "refused" })).toBe("refused");
});

test("every choice that a row offers changes its outcome", () => {
  for (const state of ["new", "known", "joined", "changed", "maybe", "deleted"] as const) {
    const row = rowOf(0, state);
    const outcomes = choicesFor(row).map((choice) => outcomeOf(row, choice));
    expect(outcomes).not.toContain(outcomeOf(row));
    expect(outcomes.length, state).toBeGreaterThan(0);
  }
  expect(choicesFor(rowOf(null, "refused"))).toEqual([]);
});

test("totals are counted in words, and sums in each currency without rounding errors", () => {
  const account = accountOf([
    rowOf(0, "new", -0.1),
    rowOf(1, "new", -0.2),
    rowOf(2, "maybe", 1800),
    rowOf(3, "known"),
  ]);
  const totals = totalsOf([account], withChoice(none, "0 1", "leaveOut"));
  expect(totals.sums).toEqual([{ isoCurrencyCode: "USD", words: "$1,800.00 in, $0.10 out" }]);
  expect(totals.maybes).toBe(1);
  expect(totalsOf([account], withChoice(none, "0 2", "add")).maybes).toBe(0);
  expect(totalsWords(totals)).toBe("2 new, 1 already here, 1 left out");
  expect(importLabel(totals)).toBe("Import 2 transactions");
  expect(totalsOf([account], none).sums[0]?.words).toBe("$1,800.00 in, $0.30 out");
  expect(totalsWords(totalsOf([], none))).toBe("Nothing new");
});

test("an import sends accounts with a target, choices, and the lines that it leaves out", () => {
  const account = accountOf([rowOf(0, "new"), rowOf(1, "maybe"), rowOf(null, "refused", null)]);
  const choices = withChoice(withChoice(none, "0 1", "join"), "0 0", "leaveOut");
  expect(partsOf([account, accountOf([], null, 1)], choices)).toEqual([
    {
      index: 0,
      accountId: 7,
      leaveOut: [10],
      choices: [
        { row: 0, choice: "leaveOut" },
        { row: 1, choice: "join" },
      ],
    },
  ]);
  expect(partsOf([account], withChoice(withChoice(choices, "0 1", null), "0 0", null))[0]?.choices).toEqual(
    [],
  );
});

test("an import waits for accounts, each another one, and for unreadable lines", () => {
  const ready = accountOf([rowOf(0, "new")]);
  const blocker = (imported: ImportPreviewAccount[], leavesUnreadOut = false) =>
    importBlocker({ imported, leavesUnreadOut });
  expect(blocker([])).toBe("Choose an account to import into.");
  expect(blocker([ready, accountOf([], null, 1)])).toBe("Choose an account for each part of the file.");
  expect(blocker([ready, accountOf([], 7, 1)])).toBe("Choose a different account for each part of the file.");
  const unread = accountOf([rowOf(null, "refused", null)]);
  expect(blocker([unread])).toBe("Confirm that the lines that can’t be read are left out.");
  expect(blocker([unread], true)).toBeNull();
  expect(blocker([ready])).toBeNull();
});

test("a question is open until it is answered; one about an account isn't about the rows", () => {
  const question = { id: "sign", text: "", choices: [], answer: null };
  expect(hasOpenQuestion([question])).toBe(true);
  expect(
    hasOpenQuestion([
      { ...question, answer: "negativeIsOut" },
      { ...question, id: "account:0" },
    ]),
  ).toBe(false);
});

test("empty and huge files and short texts aren't sent", () => {
  expect(fileRefusal({ size: 0 })).toBe("The file is empty.");
  expect(fileRefusal({ size: 10_000_001 })).toBe("The file is larger than 10 MB. Export a shorter period.");
  expect(fileRefusal({ size: 10_000_000 })).toBeNull();
  expect(pastedFile("Greenbarrow Market\n")).toBeNull();
  expect(pastedFile("Date,Payee,Amount\n2026-11-02,A,-1")?.name).toBe("Pasted text");
});

test("an account is the answer for one account of a file at most", () => {
  const answers = { sign: "7", "account:0": "7", "account:1": "8" };
  expect(withAnswer(answers, "account:1", "7")).toEqual({ sign: "7", "account:1": "7" });
  expect(withAnswer(answers, "sign", "8")).toEqual({ ...answers, sign: "8" });
});
