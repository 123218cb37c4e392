import { memberPaths } from "#client/routing/member-paths.ts";
import { moneyText } from "#client/words/money-text.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import { StatusChip } from "#ui/status/chip.tsx";
import { Icon } from "#ui/icon.tsx";
import { TextLink } from "#ui/link.tsx";
import { ActionMenu, type MenuAction } from "#ui/overlay/menu.tsx";
import type { IncomePaymentView, IncomeSourceView } from "../../contract.ts";
import { statusStyles, type IncomeStatus } from "../month/income-status.ts";
import { paymentLabel, paymentRemarks, problemText } from "./payment-words.ts";
import styles from "./payment-history-dialog.module.css";

export type PaymentActions = {
  onMove: (payment: IncomePaymentView) => void;
  onDelete: (payment: IncomePaymentView) => void;
};

type PaidMonth = {
  month: string;
  text: string;
  status: IncomeStatus | null;
  dueDate: string;
  due: number;
  paid: number;
  isActive: boolean;
  payments: readonly IncomePaymentView[];
};

type PaymentMonthsProps = { source: IncomeSourceView; months: readonly PaidMonth[]; actions: PaymentActions };

/** Months with amounts paid and their payments (docs/reference/product.md, "Income screens"). */
export function PaymentMonths({ source, months, actions }: PaymentMonthsProps) {
  return (
    <ol className={styles.months}>
      {months.map((one) => (
        <li key={one.month} className={styles.month}>
          <div className={styles.monthHead}>
            <h3 className={styles.monthName}>{one.text}</h3>
            {one.status === null ? null : (
              <StatusChip tone={statusStyles[one.status].tone} icon={statusStyles[one.status].icon}>
                {one.status}
              </StatusChip>
            )}
            <span className={styles.paid}>{moneyText(one.paid, source.isoCurrencyCode)}</span>
          </div>
          <p className={styles.hint}>
            {one.isActive
              ? `${moneyText(one.due, source.isoCurrencyCode)} due ${dateWords(one.dueDate)}`
              : "Nothing due"}
          </p>
          {one.payments.length === 0 ? null : (
            <ul className={styles.payments} aria-label={`Payments for ${one.text}`}>
              {one.payments.map((payment) => (
                <Payment key={payment.incomePaymentId} payment={payment} source={source} actions={actions} />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

type PaymentProps = { payment: IncomePaymentView; source: IncomeSourceView; actions: PaymentActions };

function Payment({ payment, source, actions }: PaymentProps) {
  const { transaction, paymentDate, paymentMemo, counts } = payment;
  const problem = problemText(payment.problem);
  const memo = paymentMemo === "" ? (transaction?.payee ?? "") : paymentMemo;
  const remarks = [memo, ...paymentRemarks(payment)].filter((words) => words !== "");
  return (
    <li className={styles.payment}>
      <span className={styles.words}>
        {transaction === null ? (
          <span>{dateWords(paymentDate)}</span>
        ) : (
          <span>
            <TextLink
              to={memberPaths.accountTransactions(source.institutionAccessItemId, undefined, {
                day: transaction.date,
              })}
            >
              {dateWords(paymentDate)}
              <span className="visually-hidden">: the transaction</span>
            </TextLink>
          </span>
        )}
        <span className={styles.hint}>{remarks.join(" · ")}</span>
        {problem === null ? null : (
          <span className={styles.problem}>
            <Icon name="warning" size="small" />
            {problem}
          </span>
        )}
      </span>
      <span className={styles.amount} data-uncounted={counts ? undefined : ""}>
        {moneyText(payment.amount, payment.isoCurrencyCode)}
      </span>
      <ActionMenu
        label={`Actions for ${paymentLabel(payment)}`}
        size="small"
        actions={menuOf(payment, source, actions)}
      />
    </li>
  );
}

function menuOf(
  payment: IncomePaymentView,
  { rhythm }: IncomeSourceView,
  { onMove, onDelete }: PaymentActions,
): MenuAction[] {
  const remove: Pick<MenuAction, "label" | "icon"> = payment.isManualAdjustment
    ? { label: "Delete", icon: "trash" }
    : { label: "Unlink", icon: "undo" };
  return [
    {
      id: "move",
      label: rhythm === "monthly" ? "Credit to another month" : "Credit to another due date",
      icon: "calendar",
      onAction: () => onMove(payment),
    },
    { id: "delete", isDanger: true, ...remove, onAction: () => onDelete(payment) },
  ];
}
