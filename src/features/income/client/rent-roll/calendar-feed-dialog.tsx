import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { DayAgo } from "#client/words/day-ago.tsx";
import { UntilLoaded } from "#client/until-loaded.tsx";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { ConfirmDialog } from "#ui/overlay/confirm-dialog.tsx";
import { CopyButton } from "#ui/code/copy-button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { Skeleton } from "#ui/status/skeleton.tsx";
import styles from "./calendar-feed-dialog.module.css";
import { calendarFeedQuery } from "../income-queries.ts";

type Asking = "create" | "revoke";

/** Dialog that creates and revokes the address of the calendar of due dates, and shows it once. */
export function CalendarFeedDialog({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const feed = useQuery({ ...calendarFeedQuery(api), staleTime: 0 });
  const [address, setAddress] = useState<string | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const change = useMutation({
    mutationFn: async (kind: Asking): Promise<string | null> => {
      if (kind === "create") return (await api.post("/api/CreateCalendarFeed")).url;
      await api.post("/api/RevokeCalendarFeed");
      return null;
    },
    onSuccess: async (url) => {
      setAddress(url);
      setAsking(null);
      await queryClient.invalidateQueries({ queryKey: calendarFeedQuery(api).queryKey });
    },
  });
  const existing = feed.data?.calendarFeed ?? null;
  const { data } = feed;
  return (
    <Dialog
      onClose={onClose}
      title="Calendar feed"
      width="info"
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.content}>
        <p>
          Subscribe to all your due dates from any calendar app. Anyone who has the address can read them, so
          treat it like a password.
        </p>
        <UntilLoaded query={feed} what="the calendar feed" headingLevel={3}>
          <Skeleton height="var(--size-control)" />
        </UntilLoaded>
        {address === null ? null : <NewAddress address={address} />}
        {data === undefined ? null : existing === null ? (
          <p>
            <Button icon="plus" isPending={change.isPending} onClick={() => change.mutate("create")}>
              Create address
            </Button>
          </p>
        ) : (
          <>
            {address === null ? (
              <p className={styles.hint}>
                The address was created <DayAgo at={existing.createdAt} />. It can’t be shown again.
              </p>
            ) : null}
            <p className={styles.buttons}>
              <Button icon="refresh" onClick={() => setAsking("create")}>
                New address
              </Button>
              <Button icon="trash" variant="quiet" onClick={() => setAsking("revoke")}>
                Revoke
              </Button>
            </p>
          </>
        )}
        {change.error === null || asking !== null ? null : (
          <div role="alert">
            <Callout tone="negative">{failureText(change.error)}</Callout>
          </div>
        )}
      </div>
      <ConfirmDialog
        isOpen={asking !== null}
        title={asking === "create" ? "Create a new address?" : "Revoke the address?"}
        confirmLabel={asking === "create" ? "Create new address" : "Revoke"}
        isPending={change.isPending}
        errorMessage={change.error === null ? undefined : failureText(change.error)}
        onConfirm={() => {
          if (asking !== null) change.mutate(asking);
        }}
        onCancel={() => {
          setAsking(null);
          change.reset();
        }}
      >
        Calendars subscribed to the current address will stop updating.
      </ConfirmDialog>
    </Dialog>
  );
}

function NewAddress({ address }: { address: string }) {
  return (
    <Callout tone="positive" title="Copy the address now. You won’t see it again." isLive>
      <span className={styles.address}>
        <code className={styles.code}>{address}</code>
        <CopyButton text={address} label="Copy address" />
      </span>
    </Callout>
  );
}
