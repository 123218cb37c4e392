import type { RuleAction, RuleView } from "#features/transactions/contract.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import { IconButton } from "#ui/button.tsx";
import { ActionMenu } from "#ui/overlay/menu.tsx";
import { Chip } from "#ui/status/chip.tsx";
import type { FinancialCategory } from "../../contract.ts";
import { transactionsText } from "../estimate/budget-progress.ts";
import { chooserOptions } from "../rows/use-category-choice.ts";
import { kindLabels } from "./rule-fields.ts";
import styles from "./rules.module.css";

type RuleItemProps = {
  rule: RuleView;
  /** Position in the list, from 1. */
  number: number;
  isLast: boolean;
  categories: readonly FinancialCategory[];
  onMove: (by: -1 | 1) => void;
  onSwitch: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

/** A rule in the list, with what it does and has done. */
export function RuleItem({ rule, number, isLast, categories, onMove, ...handlers }: RuleItemProps) {
  const { title, actions, isOn } = rule;
  const names = new Map(chooserOptions(categories).map(({ id, label }) => [id, label]));
  const sets = actions.map((action) => actionWords(action, names)).join(" · ");
  return (
    <li className={styles.item}>
      <span className={styles.number}>{number}</span>
      <div className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span>{sets === "" ? "Does nothing: its category was deleted" : sets}</span>
        <span className={styles.hint}>
          {isOn ? null : <Chip>Off</Chip>} {useText(rule)}
        </span>
      </div>
      <div className={styles.buttons}>
        {/* Disabled by ARIA only, so that the focus stays on them at the ends of the list. */}
        <IconButton
          size="small"
          icon="chevron-up"
          label={`Move ${title} up`}
          aria-disabled={number === 1 || undefined}
          onClick={() => (number === 1 ? undefined : onMove(-1))}
        />
        <IconButton
          size="small"
          icon="chevron-down"
          label={`Move ${title} down`}
          aria-disabled={isLast || undefined}
          onClick={() => (isLast ? undefined : onMove(1))}
        />
        <ActionMenu
          label={`Actions for ${title}`}
          size="small"
          actions={[
            { id: "edit", label: "Edit", icon: "pencil", onAction: handlers.onEdit },
            {
              id: "switch",
              label: isOn ? "Turn off" : "Turn on",
              icon: "refresh",
              onAction: handlers.onSwitch,
            },
            { id: "delete", label: "Delete…", icon: "trash", isDanger: true, onAction: handlers.onDelete },
          ]}
        />
      </div>
    </li>
  );
}

function actionWords({ field, value }: RuleAction, names: ReadonlyMap<number, string>): string {
  if (field === "category") return names.get(value) ?? "…";
  return field === "kind" ? kindLabels[value] : `Named ${value}`;
}

/** Describes a rule's use: "12 transactions · last used Nov 21, 2026", or "Not used yet". */
function useText({ transactionCount, lastUsedAt }: RuleView): string {
  if (transactionCount === 0 && lastUsedAt === null) return "Not used yet";
  const last = lastUsedAt === null ? "" : ` · last used ${dateWords(lastUsedAt.slice(0, 10))}`;
  return `${transactionsText(transactionCount)}${last}`;
}
