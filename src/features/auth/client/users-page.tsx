import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useMemo, useState } from "react";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { unlessGone } from "#client/data/unless-gone.ts";
import { endsScreen } from "#client/data/ends-screen.ts";
import { DocumentHead } from "#client/document-head.tsx";
import { PageHeader } from "#client/pages/page-header.tsx";
import { focusHeadingWhenLost } from "#ui/focus/focus-when-lost.ts";
import { paths } from "#client/routing/paths.ts";
import { memberLoader } from "#client/routing/member-loader.ts";
import { QueryError } from "#client/query-error.tsx";
import { IconButton } from "#ui/button.tsx";
import { Chip } from "#ui/status/chip.tsx";
import { DataTable, type DataTableColumn } from "#ui/table/data-table.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { lazyPart } from "#ui/lazy/lazy-part.tsx";
import { UnloadedPart } from "#ui/lazy/unloaded-part.tsx";
import { ButtonLink } from "#ui/link.tsx";
import { ConfirmDialog } from "#ui/overlay/confirm-dialog.tsx";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import { useVerified, verificationFailureText } from "#client/passkeys/verification.tsx";
import { relativeTime } from "#shared/time/relative-time.ts";
import { zoneWriter } from "#shared/time/zone-writer.ts";
import type { KnownUser } from "../contract.ts";
import { usersQuery } from "./auth-queries.ts";
import { EndOtherSessions } from "./end-other-sessions.tsx";
import styles from "./users-page.module.css";

// Only the owner has them.
const Invitations = lazyPart(async () => (await import("./invitations.tsx")).Invitations, UnloadedPart);

export const loader = memberLoader(({ api, first }) => [first(usersQuery(api))]);

/** Users page: people who have signed in (docs/reference/product.md, "Routes"). */
export function Component() {
  const users = useQuery({ ...usersQuery(useApi()), throwOnError: endsScreen });
  const { sandboxSignIn, signInName, timeZone } = usePublicConfig();
  const { dataUpdatedAt } = users;
  const isOwner = users.data?.some(({ role, isYou }) => isYou && role === "owner") ?? false;
  const columns = useMemo(
    () =>
      columnsFor({
        isSandbox: sandboxSignIn,
        isOwner,
        signInName,
        timeZone,
        asOf: new Date(dataUpdatedAt),
      }),
    [sandboxSignIn, isOwner, signInName, timeZone, dataUpdatedAt],
  );
  return (
    <div className={styles.page}>
      <DocumentHead title="Users" description="People who have signed in." isPrivate />
      <PageHeader
        title="Users"
        intro="People who have signed in to this site."
        actions={
          <>
            <ButtonLink to={paths.yourDevices()} viewTransition>
              <Icon name="monitor" />
              Your devices
            </ButtonLink>
            <ButtonLink to={paths.yourData()} viewTransition>
              <Icon name="user" />
              Your data
            </ButtonLink>
            <EndOtherSessions />
          </>
        }
      />
      <DataTable
        caption="People who have signed in"
        isCaptionHidden
        columns={columns}
        rows={users.data ?? noUsers}
        rowId={rowId}
        rowLabel={rowLabel}
        initialSort={{ columnId: "lastSignIn", direction: "descending" }}
        isLoading={users.isPending}
        isRefreshing={users.isRefetching}
        error={users.error === null ? undefined : <QueryError title="Couldn’t load users" query={users} />}
        empty={
          <EmptyState title="No users yet" icon="users">
            Everyone who signs in is listed here.
          </EmptyState>
        }
      />
      {isOwner ? (
        <Suspense fallback={null}>
          <Invitations />
        </Suspense>
      ) : null}
    </div>
  );
}

const noUsers: KnownUser[] = [];

function rowId(user: KnownUser): string {
  return user.userId;
}

function rowLabel(user: KnownUser): string {
  return user.userDetails;
}

type View = { isSandbox: boolean; isOwner: boolean; signInName: string; timeZone: string; asOf: Date };

function columnsFor({ isSandbox, isOwner, signInName, ...clock }: View): DataTableColumn<KnownUser>[] {
  return [
    {
      id: "userDetails",
      header: "Person",
      isRowHeader: true,
      sortValue: (user) => user.userDetails,
      cell: (user) => (
        <span className={styles.person}>
          {user.userDetails}
          {user.isYou ? <Chip tone="accent">You</Chip> : null}
          {user.role === "owner" ? <Chip>Owner</Chip> : null}
        </span>
      ),
    },
    {
      id: "identityProvider",
      header: "Provider",
      hideOnMobile: true,
      sortValue: (user) => user.identityProvider,
      cell: (user) => providerName(user.identityProvider, { isSandbox, signInName }),
    },
    {
      id: "firstSignIn",
      header: "First sign-in",
      hideOnMobile: true,
      isNoWrap: true,
      sortValue: (user) => user.firstSignIn,
      cell: (user) => <SignInTime at={user.firstSignIn} {...clock} />,
    },
    {
      id: "lastSignIn",
      header: "Last sign-in",
      isNoWrap: true,
      sortValue: (user) => user.lastSignIn,
      cell: (user) => <SignInTime at={user.lastSignIn} {...clock} />,
    },
    ...(isOwner ? [removal] : []),
  ];
}

/** Column with the owner's button for every other person. */
const removal: DataTableColumn<KnownUser> = {
  id: "removal",
  header: "Remove",
  cell: (user) => (user.isYou ? null : <RemovePerson person={user} />),
};

function providerName(
  identityProvider: string,
  { isSandbox, signInName }: Pick<View, "isSandbox" | "signInName">,
): string {
  if (identityProvider === "passkey") return "Passkey";
  if (identityProvider !== "aad") return identityProvider;
  return isSandbox ? `${signInName} (sandbox)` : signInName;
}

/** The owner's button to remove a person with all their data, after a confirmation. */
function RemovePerson({ person: { userId, userDetails } }: { person: KnownUser }) {
  const queryClient = useQueryClient();
  const { queryKey } = usersQuery(useApi());
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, error, reset } = useVerified({
    action: (api) => unlessGone(api.post("/api/RemovePerson", { userId })),
    onSuccess: async () => {
      toastQueue.add({ message: `Removed ${userDetails}.`, tone: "positive" });
      await queryClient.invalidateQueries({ queryKey });
      focusHeadingWhenLost();
    },
  });
  return (
    <>
      <IconButton
        icon="trash"
        size="small"
        label={`Remove ${userDetails}`}
        onClick={() => setIsAsking(true)}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={`Remove ${userDetails}?`}
        confirmLabel="Remove person"
        isPending={isPending}
        errorMessage={error === null ? undefined : verificationFailureText(error)}
        onConfirm={() => mutate()}
        onCancel={() => {
          setIsAsking(false);
          reset();
        }}
      >
        They’re signed out at once and their passkeys stop working. Their banks are unlinked and all their
        data is deleted. You can’t undo this.
      </ConfirmDialog>
    </>
  );
}

/** Instant shown both relative to `asOf` and in the site's time zone. */
function SignInTime({ at, asOf, timeZone }: { at: string; asOf: Date; timeZone: string }) {
  const date = new Date(at);
  const exact = zoneWriter(timeZone, { dateStyle: "medium", timeStyle: "short" }).format(date);
  return (
    <time dateTime={at} className={styles.time}>
      <span>{relativeTime(date, asOf)}</span>
      <span className={styles.exact}>{exact}</span>
    </time>
  );
}
