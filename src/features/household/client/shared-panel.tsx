import { useState } from "react";
import { useApi } from "#client/app-context.tsx";
import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/overlay/confirm-dialog.tsx";
import type { Membership } from "../contract.ts";
import { MembershipEntry } from "./membership-entry.tsx";
import { useHouseholdCall } from "./use-household-call.ts";
import styles from "./household-page.module.css";

const InviteDialog = lazyDialog(async () => (await import("./invite-dialog.tsx")).InviteDialog);

type Person = { userId: string; name: string };

/** People who may see the person's money, and the button to invite more. */
export function SharedPanel({
  shared,
  people,
  onInvite,
}: {
  shared: readonly Membership[];
  people: readonly Person[];
  /** Runs when inviting begins: somebody may have signed in for the first time since `people` was read. */
  onInvite: () => void;
}) {
  const [isInviting, setIsInviting] = useState(false);

  function beginInviting() {
    setIsInviting(true);
    onInvite();
  }

  return (
    <div className={styles.panel}>
      {shared.length === 0 ? (
        <p>Nobody but you. People you invite see all of your accounts, budgets, and transactions.</p>
      ) : (
        <ul className={styles.list}>
          {shared.map((membership) => (
            <MembershipEntry
              key={membership.membershipId}
              membership={membership}
              actions={<SharedActions membership={membership} />}
            />
          ))}
        </ul>
      )}
      <Button icon="plus" onClick={beginInviting}>
        Invite a member
      </Button>
      {isInviting ? <InviteDialog people={people} onClose={() => setIsInviting(false)} /> : null}
    </div>
  );
}

function SharedActions({ membership }: { membership: Membership }) {
  const api = useApi();
  const { membershipId, name, access, acceptedAt } = membership;
  const [isAsking, setIsAsking] = useState(false);
  const changeLabel = access === "read" ? "Allow changes" : "Stop changes";
  const ending = endingWords(name, acceptedAt !== null);
  const other = access === "read" ? "write" : "read";
  const set = useHouseholdCall(() => api.post("/api/SetHouseholdAccess", { membershipId, access: other }));
  const end = useHouseholdCall(
    () => api.post("/api/EndHouseholdMembership", { membershipId }),
    () => setIsAsking(false),
  );
  return (
    <>
      <Button
        size="small"
        isPending={set.isPending}
        aria-label={`${changeLabel} by ${name}`}
        onClick={() => set.mutate()}
      >
        {changeLabel}
      </Button>
      <Button size="small" aria-label={`${ending.label} ${name}`} onClick={() => setIsAsking(true)}>
        {ending.label}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={ending.title}
          confirmLabel={ending.label}
          isDanger
          isPending={end.isPending}
          onConfirm={() => end.mutate()}
          onCancel={() => setIsAsking(false)}
        >
          {ending.consequence}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** Words for ending a membership, or an invitation that isn't accepted yet. */
function endingWords(name: string, isAccepted: boolean) {
  return isAccepted
    ? {
        label: "Remove",
        title: `Remove ${name}?`,
        consequence: "They no longer see your money, at once. What they changed stays.",
      }
    : {
        label: "Withdraw",
        title: `Withdraw the invitation to ${name}?`,
        consequence: "They can’t accept it anymore.",
      };
}
