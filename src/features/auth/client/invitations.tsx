import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#client/app-context.tsx";
import { failureText } from "#client/data/api-failure.ts";
import { unlessGone } from "#client/data/unless-gone.ts";
import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import { QueryError } from "#client/query-error.tsx";
import { focusHeadingWhenLost } from "#ui/focus/focus-when-lost.ts";
import { Ago } from "#client/words/ago.tsx";
import { Button } from "#ui/button.tsx";
import type { OpenInvitation } from "../contract.ts";
import { invitationsQuery } from "./auth-queries.ts";
import { Day, Device, DeviceList } from "./devices/device-list.tsx";
import styles from "./invitations.module.css";

const InviteDialog = lazyDialog(async () => (await import("./invite-dialog.tsx")).InviteDialog);

/** The owner's open invitations, with buttons to invite and to withdraw. */
export function Invitations() {
  const query = useQuery(invitationsQuery(useApi()));
  const { data = [] } = query;
  const [isInviting, setIsInviting] = useState(false);
  return (
    <section className={styles.section} aria-labelledby="invitations">
      <h2 id="invitations" className={styles.title}>
        Invitations
      </h2>
      <QueryError title="Couldn’t load the invitations" headingLevel={3} query={query} />
      {data.length === 0 ? null : (
        <DeviceList>
          {data.map((invitation) => (
            <Invitation key={invitation.invitationId} invitation={invitation} />
          ))}
        </DeviceList>
      )}
      <Button icon="plus" onClick={() => setIsInviting(true)}>
        Invite a person
      </Button>
      {isInviting ? <InviteDialog onClose={() => setIsInviting(false)} /> : null}
    </section>
  );
}

function Invitation({ invitation }: { invitation: OpenInvitation }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { invitationId, name, role, createdAt, expiresAt } = invitation;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => unlessGone(api.post("/api/WithdrawInvitation", { invitationId })),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: invitationsQuery(api).queryKey });
      focusHeadingWhenLost();
    },
  });
  return (
    <Device
      name={name}
      facts={[
        <>
          {role === "member" ? "Member" : "Visitor"}, invited <Day at={createdAt} />, expires{" "}
          <Ago at={expiresAt} />
        </>,
        ...(error === null ? [] : [failureText(error)]),
      ]}
      actions={
        <Button size="small" isPending={isPending} aria-label={`Withdraw ${name}`} onClick={() => mutate()}>
          Withdraw
        </Button>
      }
    />
  );
}
