import { useQuery } from "@tanstack/react-query";
import { useApi } from "#client/app-context.tsx";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { ruleDraftQuery, rulePreviewQuery } from "../../budget-queries.ts";
import { transactionsText } from "../../estimate/budget-progress.ts";
import styles from "../budget-rows.module.css";

/** A category just given to one row, which may fit its payee's other rows. */
export type JustCategorized = { transactionId: number; financialCategoryId: number; categoryName: string };

type AlwaysHintProps = {
  row: JustCategorized;
  isPending: boolean;
  onAccept: () => void;
  onDismiss: () => void;
};

/** Offers to always use the category for the payee. Renders nothing if that would change no other row. */
export function AlwaysHint({ row, isPending, onAccept, onDismiss }: AlwaysHintProps) {
  const api = useApi();
  const { data } = useQuery(ruleDraftQuery(api, row.transactionId));
  // The row may have another category by now, or none, of which no rule could be made.
  const draft =
    data?.actions.some(({ field, value }) => field === "category" && value === row.financialCategoryId) ===
    true
      ? data
      : null;
  const { data: preview } = useQuery(rulePreviewQuery(api, draft));
  if (draft === null || preview === undefined || preview.changing === 0) return null;
  return (
    <Callout
      isLive
      title={`Always use ${row.categoryName} for ${draft.payee}?`}
      action={
        <div className={styles.headActions}>
          <Button size="small" variant="primary" isPending={isPending} onClick={onAccept}>
            Always use {row.categoryName}
          </Button>
          <Button size="small" onClick={onDismiss}>
            No, thanks
          </Button>
        </div>
      }
    >
      This changes {transactionsText(preview.changing)} and sorts new ones.
    </Callout>
  );
}
