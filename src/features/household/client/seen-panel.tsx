import { useState } from "react";
import { useApi } from "#client/app-context.tsx";
import { shownMembership } from "#client/household/shown-membership.ts";
import { openAnew } from "#client/household/switches.ts";
import { paths } from "#client/routing/paths.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/overlay/confirm-dialog.tsx";
import type { Membership } from "../contract.ts";
import { MembershipEntry } from "./membership-entry.tsx";
import { useHouseholdCall } from "./use-household-call.ts";
import styles from "./household-page.module.css";

/** Invitations, and people whose money the person may see. */
export function SeenPanel({ seen }: { seen: readonly Membership[] }) {
  if (seen.length === 0)
    return (
      <p className={styles.panel}>Only your own. When someone invites you to theirs, it’s listed here.</p>
    );
  return (
    <ul className={`${styles.panel} ${styles.list}`}>
      {seen.map((membership) => (
        <MembershipEntry
          key={membership.membershipId}
          membership={membership}
          actions={
            membership.acceptedAt === null ? (
              <Answer membership={membership} />
            ) : (
              <SeenActions membership={membership} />
            )
          }
        />
      ))}
    </ul>
  );
}

function Answer({ membership: { membershipId, name } }: { membership: Membership }) {
  const api = useApi();
  const accept = useHouseholdCall(() =>
    api.post("/api/AnswerHouseholdInvitation", { membershipId, accept: true }),
  );
  const decline = useHouseholdCall(() =>
    api.post("/api/AnswerHouseholdInvitation", { membershipId, accept: false }),
  );
  return (
    <>
      <Button
        size="small"
        variant="primary"
        isPending={accept.isPending}
        aria-label={`Accept the invitation from ${name}`}
        onClick={() => accept.mutate()}
      >
        Accept
      </Button>
      <Button
        size="small"
        isPending={decline.isPending}
        aria-label={`Decline the invitation from ${name}`}
        onClick={() => decline.mutate()}
      >
        Decline
      </Button>
    </>
  );
}

function SeenActions({ membership: { membershipId, name } }: { membership: Membership }) {
  const api = useApi();
  const [isAsking, setIsAsking] = useState(false);
  const isShown = shownMembership() === membershipId;
  const show = useHouseholdCall(
    () => api.post("/api/ShowMoney", { membershipId: isShown ? null : membershipId }),
    () => openAnew(paths.accounts()),
  );
  const leave = useHouseholdCall(
    () => api.post("/api/EndHouseholdMembership", { membershipId }),
    () => (isShown ? openAnew(paths.household()) : setIsAsking(false)),
  );
  return (
    <>
      <Button
        size="small"
        variant={isShown ? "secondary" : "primary"}
        isPending={show.isPending}
        aria-label={isShown ? undefined : `Open the money of ${name}`}
        onClick={() => show.mutate()}
      >
        {isShown ? "Back to your money" : "Open"}
      </Button>
      <Button size="small" aria-label={`Leave ${name}`} onClick={() => setIsAsking(true)}>
        Leave
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={`Leave the household of ${name}?`}
          confirmLabel="Leave"
          isDanger
          isPending={leave.isPending}
          onConfirm={() => leave.mutate()}
          onCancel={() => setIsAsking(false)}
        >
          You no longer see their money. What you changed stays with them.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
