import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { useApi } from "#client/app-context.tsx";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { useOwnersAlone } from "#client/household/shown-money.ts";
import { RequestFailedDialog } from "#client/forms/request-failed-dialog.tsx";
import { paths } from "#client/routing/paths.ts";
import { calling, takingBack, useUndoable } from "#client/use-undoable.ts";
import { ActionMenu } from "#ui/overlay/menu.tsx";
import { invalidateInstitutions } from "../institution-queries.ts";
import { linkTargets } from "./link-targets.ts";
import type { ManualAccount } from "./manual-form.ts";

/** Dialogs about manual accounts. */
export type ManualAsk =
  | { kind: "new" }
  | ({ kind: "edit" } & ManualAccount)
  | ({ kind: "check" } & ManualAccount)
  | ({ kind: "link" } & ManualAccount)
  | ({ kind: "delete" } & ManualAccount);

type ManualMenuProps = ManualAccount & { isClosed: boolean; onAsk: (ask: ManualAsk) => void };

/** Menu of a manual account. */
export function ManualMenu({ bank, account, isClosed, onAsk }: ManualMenuProps) {
  const navigate = useNavigate();
  const api = useApi();
  const { perform, isPending, failure } = useUndoable({ renew: invalidateInstitutions });
  const { data: banks = [] } = useQuery(institutionsQuery(api));
  const { accountId, name } = account;
  const ownersAlone = useOwnersAlone();

  const setClosed = (next: boolean) => api.post("/api/CloseManualAccount", { accountId, isClosed: next });

  function change(next: boolean) {
    if (isPending) return;
    perform(
      calling({
        call: () => setClosed(next),
        text: next ? `Closed ${name}.` : `Opened ${name}.`,
        failedText: next ? `Couldn’t close ${name}.` : `Couldn’t open ${name}.`,
        undo: takingBack(() => setClosed(!next)),
      }),
    );
  }

  const ask = (kind: "edit" | "check" | "link" | "delete") => () => onAsk({ kind, bank, account });
  const open = [
    {
      id: "add",
      label: "Add transactions",
      icon: "plus" as const,
      onAction: () => void navigate(paths.transactions({ account: accountId })),
    },
    { id: "check", label: "Check balance…", icon: "check" as const, onAction: ask("check") },
    { id: "edit", label: "Edit account…", icon: "pencil" as const, onAction: ask("edit") },
    { id: "close", label: "Close account", icon: "lock" as const, onAction: () => change(true) },
  ];
  const closed = [{ id: "open", label: "Open again", icon: "undo" as const, onAction: () => change(false) }];
  const link = {
    id: "link",
    label: "Link to a bank’s account…",
    icon: "link" as const,
    onAction: ask("link"),
  };
  return (
    <>
      <ActionMenu
        label={`Actions for ${name}`}
        actions={[
          ...(isClosed ? closed : open),
          ...(linkTargets(banks, account).length === 0 ? [] : [link]),
          {
            id: "delete",
            label: "Delete account…",
            icon: "trash",
            isDanger: true,
            isDisabled: ownersAlone !== null,
            description: ownersAlone ?? undefined,
            onAction: ask("delete"),
          },
        ]}
      />
      <RequestFailedDialog failure={failure} isPending={isPending} />
    </>
  );
}
