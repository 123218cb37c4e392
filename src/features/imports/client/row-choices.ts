import { formatMoney, ofUnits, sumMoney } from "#shared/money.ts";
import type { ImportPreview, ImportPreviewAccount } from "../contract.ts";
import { isAccountQuestion } from "../domain/account-question.ts";

export type PreviewRow = ImportPreviewAccount["rows"][number];
export type RowState = PreviewRow["state"];
/** The person's word on a row; without one, its state decides. */
export type RowChoice = "leaveOut" | "add" | "join";
/** Choices by account and row (`choiceKey`). */
export type Choices = ReadonlyMap<string, RowChoice>;

/** Returns choices with another one for a row, or none if it's null. */
export function withChoice(choices: Choices, key: string, choice: RowChoice | null): Choices {
  const next = new Map(choices);
  if (choice === null) next.delete(key);
  else next.set(key, choice);
  return next;
}

/** Answers to a file's questions, by their id. */
export type Answers = Readonly<Record<string, string>>;

/** Returns answers with another one. An account that is chosen for one of a file's is taken from the one that had it. */
export function withAnswer(answers: Answers, question: string, answer: string): Answers {
  const others = Object.entries(answers).filter(
    ([id, given]) => !(isAccountQuestion(question) && isAccountQuestion(id) && given === answer),
  );
  return { ...Object.fromEntries(others), [question]: answer };
}

/** Outcome for a row when the file is imported. */
export type RowOutcome = "added" | "joined" | "changed" | "kept" | "leftOut" | "refused";

export function choiceKey(accountIndex: number, row: Pick<PreviewRow, "row">): string {
  return `${accountIndex} ${row.row ?? ""}`;
}

/** Returns what happens to a row of a preview, as CommitImport does it (docs/reference/import-matching.md, "Matching"). */
export function outcomeOf({ row, state }: Pick<PreviewRow, "row" | "state">, choice?: RowChoice): RowOutcome {
  if (row === null || state === "refused") return "refused";
  if (choice === "leaveOut") return "leftOut";
  if (choice === "add" || state === "new") return "added";
  if (state === "maybe") return choice === "join" ? "joined" : "added";
  if (state === "deleted") return "leftOut";
  return state === "known" ? "kept" : state;
}

/** Returns what a person can choose for a row instead of what its state says. */
export function choicesFor({ row, state }: Pick<PreviewRow, "row" | "state">): RowChoice[] {
  if (row === null || state === "refused") return [];
  if (state === "new") return ["leaveOut"];
  if (state === "maybe") return ["join", "leaveOut"];
  return state === "known" || state === "deleted" ? ["add"] : ["add", "leaveOut"];
}

/** Counts of an import, and its sums by currency as text: `$1,800.00 in, $0.10 out`. */
export type ImportTotals = Record<RowOutcome, number> & {
  sums: { isoCurrencyCode: string; words: string }[];
  /** Added rows that may be others, which the person left undecided. */
  maybes: number;
};

/** Returns what an import of some accounts does. Sums are of added rows. */
export function totalsOf(accounts: readonly ImportPreviewAccount[], choices: Choices): ImportTotals {
  const counts = { added: 0, joined: 0, changed: 0, kept: 0, leftOut: 0, refused: 0 };
  let maybes = 0;
  const added: { amount: number; isoCurrencyCode: string }[] = [];
  for (const { index, rows } of accounts) {
    for (const row of rows) {
      const choice = choices.get(choiceKey(index, row));
      const outcome = outcomeOf(row, choice);
      counts[outcome] += 1;
      if (row.state === "maybe" && choice === undefined) maybes += 1;
      const { amount, isoCurrencyCode } = row;
      if (outcome === "added" && amount !== null && isoCurrencyCode !== null)
        added.push({ amount, isoCurrencyCode });
    }
  }
  const sums = [...Map.groupBy(added, ({ isoCurrencyCode }) => isoCurrencyCode)].map(
    ([isoCurrencyCode, rows]) => {
      const sum = (word: string, side: typeof rows) => {
        const all = sumMoney(side.map(({ amount }) => ofUnits(Math.abs(amount), isoCurrencyCode)));
        return side.length === 0 ? [] : [`${formatMoney(all, isoCurrencyCode)} ${word}`];
      };
      const words = [
        ...sum(
          "in",
          rows.filter(({ amount }) => amount > 0),
        ),
        ...sum(
          "out",
          rows.filter(({ amount }) => amount < 0),
        ),
      ];
      return { isoCurrencyCode, words: words.join(", ") };
    },
  );
  return { ...counts, maybes, sums };
}

/** Lines that can't be read, which the person has to leave out. */
export function unreadLines({ rows }: Pick<ImportPreviewAccount, "rows">): number[] {
  return rows.flatMap(({ row, line }) => (row === null ? [line] : []));
}

/** Returns the accounts of a file as CommitImport takes them. */
export function partsOf(accounts: readonly ImportPreviewAccount[], choices: Choices) {
  return accounts.flatMap((account) => {
    const { index, accountId, rows } = account;
    if (accountId === null) return [];
    const chosen = rows.flatMap((row) => {
      const choice = choices.get(choiceKey(index, row));
      return choice === undefined || row.row === null ? [] : [{ row: row.row, choice }];
    });
    return [{ index, accountId, leaveOut: unreadLines(account), choices: chosen }];
  });
}

/** Returns true while it isn't known what a file's amounts or dates mean. Its accounts are chosen elsewhere. */
export function hasOpenQuestion(asked: ImportPreview["questions"]): boolean {
  return asked.some(({ id, answer }) => answer === null && !isAccountQuestion(id));
}

type Decided = {
  imported: readonly ImportPreviewAccount[];
  leavesUnreadOut: boolean;
};

/** Returns what is left to do before a file can be imported; null if nothing is. */
export function importBlocker({ imported, leavesUnreadOut }: Decided): string | null {
  if (imported.length === 0) return "Choose an account to import into.";
  if (imported.some(({ accountId }) => accountId === null))
    return "Choose an account for each part of the file.";
  const targets = imported.map(({ accountId }) => accountId);
  if (new Set(targets).size < targets.length) return "Choose a different account for each part of the file.";
  const unread = imported.flatMap(unreadLines).length;
  return unread > 0 && !leavesUnreadOut ? "Confirm that the lines that can’t be read are left out." : null;
}
