import { useId } from "react";
import { Link } from "react-router";
import { paths } from "#client/routing/paths.ts";
import { Button, buttonClassName } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Icon } from "#ui/icon.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import type { Attention, Cure } from "../domain/attention.ts";
import styles from "./attention-list.module.css";

/** What only the Accounts page can do at once; elsewhere these cures lead there. */
export type BankCures = {
  onRepair: (bank: { institutionAccessItemId: number; institutionName: string }) => void;
  onLink: () => void;
};

type AttentionListProps = { entries: readonly Attention[]; label: string; bankCures?: BankCures | undefined };

/** One line each: what it is about, what is the matter, and one click to where it is cured. */
export function AttentionList({ entries, label, bankCures }: AttentionListProps) {
  return (
    <ul className={styles.list} aria-label={label}>
      {entries.map((entry) => (
        <AttentionLine key={entry.id} entry={entry} bankCures={bankCures} />
      ))}
    </ul>
  );
}

function AttentionLine({ entry, bankCures }: { entry: Attention; bankCures: BankCures | undefined }) {
  const textId = useId();
  const isUrgent = entry.urgency === "urgent";
  return (
    <li className={styles.line}>
      <Icon
        name={isUrgent ? "warning" : "clock"}
        size="small"
        className={classNames(styles.icon, isUrgent ? styles.urgent : styles.soon)}
      />
      <p id={textId} className={styles.text}>
        <VisuallyHidden>{isUrgent ? "Urgent: " : "Soon: "}</VisuallyHidden>
        <strong className={styles.subject}>{entry.subject}:</strong> {entry.matter}
      </p>
      <span className={styles.cure}>
        <CureButton cure={entry.cure} textId={textId} bankCures={bankCures} />
      </span>
    </li>
  );
}

type CureButtonProps = { cure: Cure; textId: string; bankCures: BankCures | undefined };

function CureButton({ cure, textId, bankCures }: CureButtonProps) {
  const { label, href } = cureFace(cure);
  const press = bankCures === undefined ? undefined : pressOf(cure, bankCures);
  if (press !== undefined) {
    return (
      <Button size="small" aria-describedby={textId} onClick={press}>
        {label}
      </Button>
    );
  }
  return (
    <Link to={href} className={buttonClassName({ size: "small" })} aria-describedby={textId}>
      {label}
    </Link>
  );
}

function pressOf(cure: Cure, { onRepair, onLink }: BankCures): (() => void) | undefined {
  if (cure.kind === "repair" || cure.kind === "renew") {
    const { institutionAccessItemId, institutionName } = cure;
    return () => onRepair({ institutionAccessItemId, institutionName });
  }
  return cure.kind === "linkAgain" ? onLink : undefined;
}

function cureFace(cure: Cure): { label: string; href: string } {
  if (cure.kind === "repair" || cure.kind === "renew") {
    return { label: cure.kind === "repair" ? "Repair" : "Renew access", href: paths.accounts() };
  }
  if (cure.kind === "linkAgain") return { label: "Link again", href: paths.accounts() };
  if (cure.kind === "linkPayment") {
    const { institutionAccessItemId, incomeSourceId } = cure;
    return {
      label: "Link payment",
      href: paths.accountTransactions(institutionAccessItemId, incomeSourceId),
    };
  }
  return cure.kind === "seeIncome"
    ? { label: "See income", href: paths.accountIncome(cure.institutionAccessItemId) }
    : { label: "See budget", href: paths.budgetEstimate(cure.budgetId) };
}
