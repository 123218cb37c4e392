import { useCallback, useState, type ReactNode } from "react";
import { usePublicConfig } from "#client/app-context.tsx";
import { useMinute } from "#client/words/use-minute.ts";
import { shortDateWords } from "#shared/time/plain-dates.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/choice/checkbox.tsx";
import { Callout } from "#ui/status/callout.tsx";
import type { ImportPreview, ImportPreviewAccount } from "../contract.ts";
import { countWords } from "#shared/text/counts.ts";
import styles from "./imports.module.css";
import { importLabel, kindWords, totalsWords } from "./import-words.ts";
import { PreviewAccount } from "./preview-account.tsx";
import {
  hasOpenQuestion,
  importBlocker,
  totalsOf,
  unreadLines,
  withChoice,
  type Choices,
  type ImportTotals,
  type RowChoice,
} from "./row-choices.ts";
import type { Bank } from "./target-banks.ts";
import { Select } from "#ui/choice/select.tsx";
import { columnRoles } from "../domain/csv/columns/column-roles.ts";
import { accountQuestionId, isAccountQuestion } from "../domain/account-question.ts";
import { columnLabels } from "./column-words.ts";
import { Card } from "#ui/card.tsx";
import { RadioGroup } from "#ui/choice/radio-group.tsx";

type Decided = { accounts: readonly ImportPreviewAccount[]; choices: Choices; totals: ImportTotals };

type FilePreviewProps = {
  preview: ImportPreview;
  /** True while an answer is applied: the preview before it stays. */
  isRenewing: boolean;
  banks: readonly Bank[];
  answers: Readonly<Record<string, string>>;
  failure: string | null;
  isImporting: boolean;
  skip: ReactNode;
  onAnswer: (question: string, answer: string) => void;
  onImport: (decided: Decided) => void;
};

/** Preview of a file: what it is, what isn't clear about it, and what becomes of each row. */
export function FilePreview(props: FilePreviewProps) {
  const { preview, isRenewing, banks, answers, failure, isImporting, skip, onAnswer, onImport } = props;
  const { timeZone } = usePublicConfig();
  const today = dateInZone(new Date(useMinute()), timeZone);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [problem, setProblem] = useState<string | null>(null);
  const { importId } = preview;
  const [kept, setKept] = useState<Decisions>(undecided(importId));
  // A new preview has other rows.
  const { choices, leavesOut } = kept.importId === importId ? kept : undecided(importId);
  const decide = useCallback(
    (change: (before: Decisions) => Decisions) =>
      setKept((before) => change(before.importId === importId ? before : undecided(importId))),
    [importId],
  );
  const choose = useCallback(
    (key: string, choice: RowChoice | null) =>
      decide((before) => ({ ...before, choices: withChoice(before.choices, key, choice) })),
    [decide],
  );
  const accounts = preview.accounts.filter(({ index }) => !left.has(index));
  const totals = totalsOf(accounts, choices);
  const unread = accounts.flatMap(unreadLines).length;
  const isUnclear = hasOpenQuestion(preview.questions);

  function submit() {
    const blocker = importBlocker({ imported: accounts, leavesUnreadOut: leavesOut });
    setProblem(blocker);
    if (blocker === null && !isRenewing) onImport({ accounts, choices, totals });
  }

  const said = problem ?? failure;
  return (
    <>
      <p className={styles.hint}>Recognized as {kindWords(preview)}.</p>
      {preview.importedAt === null ? null : (
        <Callout tone="warning" title="You’ve imported this file before">
          It was imported on {shortDateWords(dateInZone(new Date(preview.importedAt), timeZone), today)}. What
          it has is already here.
        </Callout>
      )}
      <PreviewQuestions asked={preview.questions} answers={answers} onAnswer={onAnswer} />
      {isUnclear ? null : preview.warnings.map((warning) => <Callout key={warning}>{warning}</Callout>)}
      {preview.table === null ? null : (
        <PreviewColumns table={preview.table} onChange={(roles) => onAnswer("columns", roles)} />
      )}
      {preview.accounts.map((account) => (
        <PreviewAccount
          key={account.index}
          account={account}
          isAlone={preview.accounts.length === 1}
          isUnclear={isUnclear}
          isLeft={left.has(account.index)}
          isRenewing={isRenewing}
          banks={banks}
          today={today}
          choices={choices}
          onChoose={choose}
          onAccount={(accountId) => {
            setLeft((before) => new Set([...before].filter((index) => index !== account.index)));
            onAnswer(accountQuestionId(account.index), String(accountId));
          }}
          onLeave={() => setLeft((before) => new Set([...before, account.index]))}
        />
      ))}
      <div className={styles.bar} data-bottom-bar>
        {said === null ? null : (
          <div role="alert">
            <Callout tone="negative">{said}</Callout>
          </div>
        )}
        {unread === 0 || isUnclear ? null : (
          <Checkbox
            label={`Leave out ${countWords(unread, "line")} that can’t be read`}
            value={leavesOut}
            onChange={(next) => {
              setProblem(null);
              decide((before) => ({ ...before, leavesOut: next }));
            }}
          />
        )}
        <div className={styles.barRow}>
          <p className={styles.totals} aria-live="polite">
            {isUnclear ? "Answer the question first" : totalsWords(totals)}
            {isUnclear ? null : <Sums sums={totals.sums} />}
          </p>
          <div className={styles.buttons}>
            {skip}
            {isUnclear ? null : (
              <Button variant="primary" isPending={isImporting} onClick={submit}>
                {importLabel(totals)}
              </Button>
            )}
          </div>
        </div>
      </div>
    </>
  );
}

/** Sums of what is added, by currency. */
function Sums({ sums }: Pick<ImportTotals, "sums">) {
  return sums.map(({ isoCurrencyCode, words }) => (
    <span key={isoCurrencyCode} className={styles.sums}>
      {words}
    </span>
  ));
}

/** Decisions about the rows of one preview. */
type Decisions = { importId: number; choices: Choices; leavesOut: boolean };

function undecided(importId: number): Decisions {
  return { importId, choices: noChoices, leavesOut: false };
}

const noChoices: Choices = new Map();

type PreviewColumnsProps = {
  table: NonNullable<ImportPreview["table"]>;
  /** Receives the role of each column, separated by commas. */
  onChange: (roles: string) => void;
};

const options = [
  { id: "", label: "Not imported" },
  ...columnRoles.map((role) => ({ id: role as string, label: columnLabels[role] })),
];

/** Columns of a table and what they mean, each with samples. */
function PreviewColumns({ table: { columns, roles }, onChange }: PreviewColumnsProps) {
  function choose(column: number, role: string) {
    // A role belongs to one column.
    const next = columns.map((_, index) => {
      const before = roles[index] ?? "";
      if (index === column) return role;
      return before === role ? "" : before;
    });
    onChange(next.join(","));
  }

  return (
    <details className={styles.columns}>
      <summary>Columns</summary>
      <ul className={styles.columnList} aria-label="Columns">
        {columns.map(({ name, samples }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- columns stay in their places, and names can repeat
          <li key={index} className={styles.column}>
            <Select
              label={name === "" ? `Column ${index + 1}` : name}
              options={options}
              value={roles[index] ?? ""}
              onChange={(role) => choose(index, role)}
              description={samples.filter((sample) => sample !== "").join(", ")}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

type PreviewQuestionsProps = {
  asked: ImportPreview["questions"];
  answers: Readonly<Record<string, string>>;
  onAnswer: (question: string, answer: string) => void;
};

/**
 * Questions that a file leaves open, each with one of its rows as the example, and with its answer, so that it can be changed.
 * Accounts are chosen elsewhere.
 */
function PreviewQuestions({ asked, answers, onAnswer }: PreviewQuestionsProps) {
  const questions = asked.filter(({ id }) => !isAccountQuestion(id));
  if (questions.length === 0) return null;
  return (
    <Card as="section" title="About this file" headingLevel={3}>
      <div className={styles.questions}>
        {questions.map(({ id, text, choices, answer }) => (
          <RadioGroup
            key={id}
            label={text}
            options={choices.map(({ value, label }) => ({ id: value, label }))}
            value={answers[id] ?? answer}
            onChange={(next) => onAnswer(id, next)}
            orientation="horizontal"
          />
        ))}
        <p className={styles.hint}>Your answers are remembered for files like this one.</p>
      </div>
    </Card>
  );
}
