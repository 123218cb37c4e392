import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";
import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import { useApi } from "#client/app-context.tsx";
import { Button } from "#ui/button.tsx";
import { transferSuggestionsQuery } from "#client/data/transfer-suggestions-query.ts";
import { TransferCallout } from "./transfer-callout.tsx";
import { transfersHash } from "#client/routing/transfers-address.ts";

// The dialog loads on first use.
const TransferDialog = lazyDialog(async () => (await import("./transfer-dialog.tsx")).TransferDialog);

type TransferTrayProps = {
  /** Null for all accounts. */
  budgetId: number | null;
  /** Runs when the dialog closes; the button that opened it may be gone. */
  onClosed: () => void;
};

/** Suggested transfers of a budget or of all accounts: their number, and a dialog to review them. Its open state is in the URL hash. */
export function TransferTray({ budgetId, onClosed }: TransferTrayProps) {
  const { data: suggestions = [] } = useQuery(transferSuggestionsQuery(useApi(), budgetId));
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const go = (to: string) => void navigate({ search, hash: to }, { replace: true, preventScrollReset: true });
  function close() {
    go("");
    onClosed();
  }

  return (
    <>
      <TransferCallout
        count={suggestions.length}
        action={
          <Button size="small" variant="primary" onClick={() => go(transfersHash)}>
            Review
          </Button>
        }
      />
      {hash === transfersHash ? <TransferDialog budgetId={budgetId} onClose={close} /> : null}
    </>
  );
}
