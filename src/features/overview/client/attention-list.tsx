import { useId } from "react";
import { memberPaths } from "#client/routing/member-paths.ts";
import { paths } from "#client/routing/paths.ts";
import { transfersHash } from "#client/routing/transfers-address.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Icon } from "#ui/icon.tsx";
import { ButtonLink } from "#ui/link.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import type { Attention, AttentionAction, LinkedBank } from "../domain/attention.ts";
import styles from "./attention-list.module.css";

/** Actions of the Accounts page. */
export type BankActions = {
  onRepair: (bank: LinkedBank) => void;
  onLink: (how: { withSetupToken?: true }) => void;
};

type AttentionListProps = { entries: readonly Attention[]; bankActions: BankActions };

/** List of items that need attention, each with a button that leads to a fix. */
export function AttentionList({ entries, bankActions }: AttentionListProps) {
  return (
    <ul className={styles.list} aria-label="Needs attention">
      {entries.map((entry) => (
        <AttentionLine key={entry.id} entry={entry} bankActions={bankActions} />
      ))}
    </ul>
  );
}

function AttentionLine({ entry, bankActions }: { entry: Attention; bankActions: BankActions }) {
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

type ActionButtonProps = { action: AttentionAction; textId: string; bankActions: BankActions };

function ActionButton({ action, textId, bankActions: { onRepair, onLink } }: ActionButtonProps) {
  if (action.kind === "repair" || action.kind === "renew") {
    const { kind, ...bank } = action;
    return (
      <Button size="small" aria-describedby={textId} onClick={() => onRepair(bank)}>
        {kind === "repair" ? "Repair" : "Renew access"}
      </Button>
    );
  }
  if (action.kind === "linkAgain")
    return (
      <Button size="small" aria-describedby={textId} onClick={() => onLink(action)}>
        Link again
      </Button>
    );
  const { label, href } = actionLink(action);
  return (
    <ButtonLink to={href} size="small" aria-describedby={textId}>
      {label}
    </ButtonLink>
  );
}

type LinkAction = Exclude<AttentionAction, { kind: "repair" | "renew" | "linkAgain" }>;

function actionLink(action: LinkAction): { label: string; href: string } {
  if (action.kind === "linkPayment") {
    const { institutionAccessItemId, incomeSourceId, month } = action;
    return {
      label: "Link payment",
      href: `${memberPaths.accountIncome(institutionAccessItemId, { month })}#pay-${incomeSourceId}`,
    };
  }
  if (action.kind === "seeDue") return { label: "See what’s due", href: paths.due({ month: action.month }) };
  if (action.kind === "answerInvitation") return { label: "See invitation", href: paths.household() };
  if (action.kind === "reviewTransfers")
    return { label: "Review transfers", href: `${paths.transactions()}${transfersHash}` };
  if (action.kind === "sort") return { label: "Sort by payee", href: memberPaths.payees() };
  return action.kind === "seeIncome"
    ? { label: "See income", href: memberPaths.accountIncome(action.institutionAccessItemId) }
    : { label: "See budget", href: memberPaths.budgetEstimate(action.budgetId) };
}
