import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import type { BudgetView } from "../../contract.ts";
import styles from "./budget-rows.module.css";
import type { RowsView } from "./rows-view.ts";

type TransferOfferProps = {
  budget: BudgetView | undefined;
  view: RowsView;
  isPending: boolean;
  onAcceptTransfers: () => void;
  onShow: () => void;
};

/** Offers to exempt likely transfers, which count until the person accepts (docs/reference/money.md, "Transfers"). */
export function TransferOffer({ budget, view, isPending, onAcceptTransfers, onShow }: TransferOfferProps) {
  const count = budget?.transferSuggestions.count ?? 0;
  if (count === 0) return null;
  return (
    <Callout
      title={count === 1 ? "1 looks like a transfer" : `${count.toLocaleString("en-US")} look like transfers`}
      action={
        <div className={styles.headActions}>
          {view.show === "transfers" ? null : (
            <Button size="small" onClick={onShow}>
              Show {count === 1 ? "it" : "them"}
            </Button>
          )}
          <Button size="small" variant="primary" isPending={isPending} onClick={onAcceptTransfers}>
            Exempt {count === 1 ? "it" : "all"}
          </Button>
        </div>
      }
    >
      Exempt {count === 1 ? "it" : "these"} to keep your total accurate.
    </Callout>
  );
}
