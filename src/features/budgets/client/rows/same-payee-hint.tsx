import { useQuery } from "@tanstack/react-query";
import { useApi } from "#client/app-context.tsx";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import styles from "./budget-rows.module.css";

/** A category just given to one row, which may fit other rows of the same payee. */
export type SamePayee = { transactionId: number; financialCategoryId: number; categoryName: string };

type SamePayeeHintProps = {
  budgetId: number;
  same: SamePayee;
  isPending: boolean;
  onAccept: (ids: number[]) => void;
  onDismiss: () => void;
};

/** Offers to use the category for other rows of the same payee. Renders nothing if there are none. */
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
      title={`Use ${same.categoryName} for ${data.count.toLocaleString("en-US")} more from ${data.payee}?`}
      action={
        <div className={styles.headActions}>
          <Button
            size="small"
            variant="primary"
            isPending={isPending}
            onClick={() => onAccept(data.transactionIds)}
          >
            Use {same.categoryName}
          </Button>
          <Button size="small" onClick={onDismiss}>
            No, thanks
          </Button>
        </div>
      }
    >
      They’re in this budget and uncategorized.
    </Callout>
  );
}
