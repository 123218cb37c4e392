import { useQuery } from "@tanstack/react-query";
import { useApi } from "#client/app-context.tsx";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { transactionsText } from "../estimate/budget-progress.ts";
import styles from "./budget-rows.module.css";

/** One row was given a category: its payee's others may want the same. */
export type SamePayee = { transactionId: number; financialCategoryId: number; categoryName: string };

type SamePayeeHintProps = {
  budgetId: number;
  same: SamePayee;
  isPending: boolean;
  onAccept: (ids: number[]) => void;
  onDismiss: () => void;
};

/** Offers to categorise what else a payee took; nothing is shown while there is nothing else. */
export function SamePayeeHint({ budgetId, same, isPending, onAccept, onDismiss }: SamePayeeHintProps) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ["budgets", "same-payee", budgetId, same.transactionId],
    queryFn: () => api.get("/api/GetSamePayee", { budgetId, transactionId: same.transactionId }),
  });
  if (data === undefined || data.count === 0) return null;
  return (
    <Callout
      isLive
      title={`${transactionsText(data.count)} more of ${data.payee} without a category`}
      action={
        <div className={styles.headActions}>
          <Button
            size="small"
            variant="primary"
            isPending={isPending}
            onClick={() => onAccept(data.transactionIds)}
          >
            Set to {same.categoryName}
          </Button>
          <Button size="small" onClick={onDismiss}>
            No, thanks
          </Button>
        </div>
      }
    >
      They are in this budget, too.
    </Callout>
  );
}
