import { Icon, type IconName } from "#ui/icon.tsx";
import type { BillProgress, ProgressStep } from "../../domain/progress/bill-progress.ts";
import { dayText } from "../../domain/bill-dates.ts";
import styles from "./bill-progress-steps.module.css";

const stepIcons: Record<ProgressStep["state"], IconName | null> = {
  done: "check",
  failed: "close",
  upcoming: null,
};

const stepWords: Record<ProgressStep["state"], string> = {
  done: "done",
  failed: "ended here",
  upcoming: "not reached",
};

/** A bill's way through Congress: its steps with the current one marked, its status, and what may come next. */
export function BillProgressSteps({ progress }: { progress: BillProgress }) {
  return (
    <section className={styles.progress} aria-labelledby="bill-progress" data-outcome={progress.outcome}>
      <h2 id="bill-progress" className="visually-hidden">
        Progress
      </h2>
      <ol className={styles.steps}>
        {progress.steps.map((step) => (
          <Step key={step.name} step={step} present={presentWords[progress.outcome]} />
        ))}
      </ol>
      <p className={styles.words}>
        <strong>{progress.status}.</strong> {progress.next}
      </p>
    </section>
  );
}

/** Labels of the current step where its mark alone could mislead. */
const presentWords: Record<BillProgress["outcome"], string | null> = {
  pending: "Now",
  expired: "Ended here",
  law: null,
  agreed: null,
  vetoed: null,
  failed: null,
};

function Step({ step, present }: { step: ProgressStep; present: string | null }) {
  const icon = stepIcons[step.state];
  return (
    <li
      className={styles.step}
      data-state={step.state}
      data-present={step.isPresent || undefined}
      aria-current={step.isPresent ? "step" : undefined}
    >
      <span className={styles.mark}>{icon === null ? null : <Icon name={icon} size="small" />}</span>
      <span className={styles.label}>
        {step.label}
        <span className="visually-hidden">: {stepWords[step.state]}</span>
      </span>
      {step.date === null ? null : (
        <time className={styles.date} dateTime={step.date}>
          {dayText(step.date, "short")}
        </time>
      )}
      {step.isPresent && present !== null ? <span className={styles.here}>{present}</span> : null}
    </li>
  );
}
