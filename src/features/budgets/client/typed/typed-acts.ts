import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useApi } from "#client/app-context.tsx";
import type { Api } from "#client/data/api.ts";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { calling, takingBack, type Act } from "#client/use-undoable.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import type { MenuAction } from "#ui/overlay/menu.tsx";
import { reloadBudgets } from "../budget-queries.ts";

/** Reloads what a typed transaction changes: rows, budgets, and balances. */
export async function reloadTyped(queryClient: QueryClient): Promise<void> {
  await Promise.all([reloadBudgets(queryClient), reloadBalances(queryClient)]);
}

function reloadBalances(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ["institutions"] });
}

/** Returns a function for a row's menu: items that change and delete it if the person typed it, and its account is open. */
export function useTypedActions(
  perform: (act: Act) => void,
  onEdit: (row: TransactionView) => void,
): (row: TransactionView) => MenuAction[] {
  const api = useApi();
  const queryClient = useQueryClient();
  return (row) =>
    row.source !== "manual" || row.removedByBank || isClosed(queryClient, api, row)
      ? []
      : [
          { id: "edit", label: "Edit…", icon: "pencil", onAction: () => onEdit(row) },
          {
            id: "delete",
            label: "Delete",
            icon: "trash",
            isDanger: true,
            onAction: () => perform(deletingTyped(api, queryClient, row)),
          },
        ];
}

/** Says whether a row's account is known to be closed; otherwise the server says so. */
function isClosed(queryClient: QueryClient, api: Api, { account }: TransactionView): boolean {
  const banks = queryClient.getQueryData(institutionsQuery(api).queryKey) ?? [];
  return banks.some(({ closedAccounts = [] }) =>
    closedAccounts.some(({ accountId }) => accountId === account.accountId),
  );
}

/** Returns the action that deletes a typed transaction, with its undo. */
function deletingTyped(
  api: Api,
  queryClient: QueryClient,
  { transactionId, payee }: { transactionId: number; payee: string },
): Act {
  const call = async (path: "/api/DeleteTransaction" | "/api/RestoreRemovedTransaction") => {
    await api.post(path, { transactionId });
    void reloadBalances(queryClient);
  };
  return calling({
    call: () => call("/api/DeleteTransaction"),
    text: `Deleted ${payee}.`,
    failedText: `Couldn’t delete ${payee}.`,
    undo: takingBack(() => call("/api/RestoreRemovedTransaction")),
  });
}
