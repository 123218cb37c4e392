import { useState } from "react";
import { Card } from "#ui/card.tsx";
import { RadioGroup } from "#ui/choice/radio-group.tsx";
import type { ImportPreview } from "../contract.ts";
import styles from "./imports.module.css";

type Question = ImportPreview["questions"][number];

/** Returns the questions about a file, also those answered here, so that an answer can be changed. Accounts are chosen elsewhere. */
export function useSeenQuestions(
  asked: readonly Question[],
  answers: Readonly<Record<string, string>>,
): readonly Question[] {
  const [seen, setSeen] = useState<readonly Question[]>([]);
  const isNew = ({ id }: Question) => !id.startsWith("account:") && !seen.some((one) => one.id === id);
  const added = asked.filter(isNew);
  if (added.length > 0) setSeen([...seen, ...added]);
  const open = new Set(asked.map(({ id }) => id));
  return seen.filter(({ id }) => open.has(id) || answers[id] !== undefined);
}

type PreviewQuestionsProps = {
  questions: readonly Question[];
  answers: Readonly<Record<string, string>>;
  onAnswer: (question: string, answer: string) => void;
};

/** Questions that a file leaves open, each with one of its rows as the example. */
export function PreviewQuestions({ questions, answers, onAnswer }: PreviewQuestionsProps) {
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
