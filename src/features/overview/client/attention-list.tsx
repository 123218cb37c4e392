import { useId } from "react";
import { Link } from "react-router";
import { memberPaths } from "#client/routing/member-paths.ts";
import { paths } from "#client/routing/paths.ts";
import { transfersHash } from "#client/routing/transfers-address.ts";
import { Button, buttonClassName } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Icon } from "#ui/icon.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import type { Attention, AttentionAction } from "../domain/attention.ts";
import styles from "./attention-list.module.css";

/** Actions that only the Accounts page can perform; elsewhere they link to it. */
export type BankActions = {
  onRepair: (bank: { institutionAccessItemId: number; institutionName: string }) => void;
  onLink: (how: { withSetupToken?: true }) => void;
};

type AttentionListProps = {
  entries: readonly Attention[];
  label: string;
  bankActions?: BankActions | undefined;
};

/** List of items that need attention, each with a button that leads to a fix. */
export function AttentionList({ entries, label, bankActions }: AttentionListProps) {
  return (
    <ul className={styles.list} aria-label={label}>
      {entries.map((entry) => (
        <AttentionLine key={entry.id} entry={entry} bankActions={bankActions} />
      ))}
    </ul>
  );
}

function AttentionLine({ entry, bankActions }: { entry: Attention; bankActions: BankActions | undefined }) {
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
        <strong className={styles.subject}>{entry.subject}:</strong> {entry.message}
      </p>
      <span className={styles.action}>
        <ActionButton action={entry.action} textId={textId} bankActions={bankActions} />
      </span>
    </li>
  );
}

type ActionButtonProps = { action: AttentionAction; textId: string; bankActions: BankActions | undefined };

function ActionButton({ action, textId, bankActions }: ActionButtonProps) {
  const { label, href } = actionLink(action);
  const handlePress = bankActions === undefined ? undefined : handlerOf(action, bankActions);
  if (handlePress !== undefined) {
    return (
      <Button size="small" aria-describedby={textId} onClick={handlePress}>
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

function handlerOf(action: AttentionAction, { onRepair, onLink }: BankActions): (() => void) | undefined {
  if (action.kind === "repair" || action.kind === "renew") {
    const { institutionAccessItemId, institutionName } = action;
    return () => onRepair({ institutionAccessItemId, institutionName });
  }
  return action.kind === "linkAgain" ? () => onLink(action) : undefined;
}

function actionLink(action: AttentionAction): { label: string; href: string } {
  if (action.kind === "repair" || action.kind === "renew") {
    return { label: action.kind === "repair" ? "Repair" : "Renew access", href: paths.accounts() };
  }
  if (action.kind === "linkAgain") return { label: "Link again", href: paths.accounts() };
  if (action.kind === "linkPayment") {
    const { institutionAccessItemId, incomeSourceId, month } = action;
    return {
      label: "Link payment",
      href: `${memberPaths.accountIncome(institutionAccessItemId, { month })}#pay-${incomeSourceId}`,
    };
  }
  if (action.kind === "seeBill") return { label: "See bills", href: paths.due({ month: action.month }) };
  if (action.kind === "answerInvitation") return { label: "See invitation", href: paths.household() };
  if (action.kind === "reviewTransfers")
    return { label: "Review transfers", href: `${paths.transactions()}${transfersHash}` };
  if (action.kind === "sort") return { label: "Sort by payee", href: memberPaths.payees() };
  return action.kind === "seeIncome"
    ? { label: "See income", href: memberPaths.accountIncome(action.institutionAccessItemId) }
    : { label: "See budget", href: memberPaths.budgetEstimate(action.budgetId) };
}
