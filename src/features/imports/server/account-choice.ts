import { accountQuestionId } from "../domain/account-question.ts";
import type { Question } from "../domain/statement.ts";
import type { ReadAccount } from "./read-work.ts";
import type { TargetAccount } from "./import-store.ts";

type Mapping = { accountId: number; hint: string };

/** The person's choice, and what is known otherwise. */
type Known = {
  /** Named in the call, for a file of one account. */
  accountId: number | undefined;
  answers: Readonly<Record<string, string>>;
  targets: readonly TargetAccount[];
  mappings: readonly Mapping[];
};

/** Returns the words by which files of a kind name an account; empty if they don't. */
export function hintOf({ hint: { bankId, accountId, name } }: Pick<ReadAccount, "hint">): string {
  return accountId === null ? (name ?? "") : `${bankId ?? ""} ${accountId}`.trim();
}

/**
 * Returns the account that each account of a file is for, or null: the person's choice, the one that such files were for before,
 * or the only one with the same last digits and currency (docs/reference/import-matching.md, "Accounts").
 */
export function chooseAccounts(read: readonly ReadAccount[], known: Known): (TargetAccount | null)[] {
  const said = read.map((_, index) => saidOf(index, { ...known, isAlone: read.length === 1 }));
  const found = read.map((account, index) => said[index] ?? guessOne(account, known));
  // Each account of the ledger takes one of the file: what is only guessed gives way.
  return found.map((target, index) => {
    const first = said.indexOf(target);
    return (first === -1 ? found.indexOf(target) : first) === index ? target : null;
  });
}

/** Returns the account that the person chose for one of the file's; null for none. */
function saidOf(
  index: number,
  { accountId, answers, targets, isAlone }: Known & { isAlone: boolean },
): TargetAccount | null {
  const id = (isAlone ? accountId : undefined) ?? Number(answers[accountQuestionId(index)]);
  return targets.find((target) => target.accountId === id) ?? null;
}

function guessOne(account: ReadAccount, { targets, mappings }: Known): TargetAccount | null {
  const hint = hintOf(account);
  const mapped = mappings.find((mapping) => mapping.hint === hint)?.accountId;
  const before = targets.find((target) => target.accountId === mapped);
  if (before !== undefined && fits(account, before)) return before;
  const { mask } = account.hint;
  const alike = targets.filter((target) => mask !== null && target.mask === mask && fits(account, target));
  return alike.length === 1 ? (alike[0] ?? null) : null;
}

/** Returns true if an account can hold a file's rows: its currency is theirs, as far as the file says. */
export function fits({ hint, currencies }: ReadAccount, { isoCurrencyCode }: TargetAccount): boolean {
  const named = hint.isoCurrencyCode ?? (currencies.length === 1 ? currencies[0] : undefined);
  return named === undefined || named === isoCurrencyCode;
}

/** Asks which accounts those of a file are that nobody has chosen. */
export function accountQuestions(
  read: readonly ReadAccount[],
  chosen: readonly (TargetAccount | null)[],
  targets: readonly TargetAccount[],
): Question[] {
  return read.flatMap((account, index) => {
    if (chosen[index] !== null) return [];
    const { name, mask } = account.hint;
    const named = name ?? (mask === null ? null : `the account ending in ${mask}`);
    const text = named === null ? "Which account is this file from?" : `Which account is ${named}?`;
    const choices = targets
      .filter((target) => fits(account, target))
      .map(({ accountId, label, mask: digits }) => ({
        value: String(accountId),
        label: digits === null ? label : `${label} (${digits})`,
      }));
    return [{ id: accountQuestionId(index), text, choices, answer: null }];
  });
}
