import { useState } from "react";
import { paths } from "#client/routing/paths.ts";
import type { RuleAction, RuleView } from "#features/transactions/contract.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import { IconButton } from "#ui/button.tsx";
import { TextLink } from "#ui/link.tsx";
import { ActionMenu } from "#ui/overlay/menu.tsx";
import { startRowDrag } from "#ui/table/row-drag.ts";
import { Chip } from "#ui/status/chip.tsx";
import type { FinancialCategory } from "../../contract.ts";
import { transactionsText } from "../estimate/budget-progress.ts";
import { chooserOptions } from "../rows/choosing/use-category-choice.ts";
import { kindLabels } from "./rule-fields.ts";
import styles from "./rules.module.css";

type RuleItemProps = {
  rule: RuleView;
  /** Position in the list, from 1. */
  number: number;
  isLast: boolean;
  categories: readonly FinancialCategory[];
  /** Place of the rule that is dragged, from 0; null for none. */
  dragging: number | null;
  onDrag: (place: number | null) => void;
  onMove: (by: -1 | 1) => void;
  /** Takes a dragged rule at this one's place. */
  onDrop: (from: number) => void;
  onSwitch: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

/** A rule in the list, with what it does and has done. Buttons move it, and so does dragging it. */
export function RuleItem({ rule, number, isLast, categories, dragging, onMove, ...handlers }: RuleItemProps) {
  const { title, actions, isOn } = rule;
  const place = number - 1;
  const [isOver, setOver] = useState(false);
  const names = new Map(chooserOptions(categories).map(({ id, label }) => [id, label]));
  const sets = actions.map((action) => actionWords(action, names)).join(" · ");
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is mouse only; the buttons do the same
    <li
      className={styles.item}
      draggable
      data-dragged={dragging === place || undefined}
      data-over={isOver || undefined}
      onDragStart={(event) => {
        startRowDrag(event);
        handlers.onDrag(place);
      }}
      onDragEnd={() => handlers.onDrag(null)}
      onDragOver={(event) => {
        if (dragging === null) return;
        event.preventDefault();
        setOver(dragging !== place);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (dragging !== null) handlers.onDrop(dragging);
      }}
    >
      <span className={styles.number}>{number}</span>
      <div className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span>{sets === "" ? "Does nothing, because what it set was deleted" : sets}</span>
        <span className={styles.hint}>
          {isOn ? null : <Chip>Off</Chip>} <Use rule={rule} />
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
  if (field === "kind") return kindLabels[value];
  if (field === "tags") return value.map((name) => `#${name}`).join(" ");
  return field === "note" ? `Note “${value}”` : `Named ${value}`;
}

/** Use of a rule: "12 transactions · last used Nov 21, 2026", where the number leads to them, or "Not used yet". */
function Use({ rule: { ruleId, transactionCount, lastUsedAt } }: { rule: RuleView }) {
  if (transactionCount === 0 && lastUsedAt === null) return "Not used yet";
  const count = transactionsText(transactionCount);
  return (
    <>
      {transactionCount === 0 ? (
        count
      ) : (
        <TextLink
          to={paths.transactions({ rule: ruleId })}
          variant="quiet"
          // Else the link is dragged, not the rule.
          draggable={false}
          viewTransition
        >
          {count}
        </TextLink>
      )}
      {lastUsedAt === null ? null : ` · last used ${dateWords(lastUsedAt.slice(0, 10))}`}
    </>
  );
}
