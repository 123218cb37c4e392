import { Card } from "#ui/card.tsx";
import { RadioGroup } from "#ui/choice/radio-group.tsx";
import type { ImportPreview } from "../contract.ts";
import styles from "./imports.module.css";

type PreviewQuestionsProps = {
  asked: ImportPreview["questions"];
  answers: Readonly<Record<string, string>>;
  onAnswer: (question: string, answer: string) => void;
};

/**
 * Questions that a file leaves open, each with one of its rows as the example, and with its answer, so that it can be changed.
 * Accounts are chosen elsewhere.
 */
export function PreviewQuestions({ asked, answers, onAnswer }: PreviewQuestionsProps) {
  const questions = asked.filter(({ id }) => !id.startsWith("account:"));
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
