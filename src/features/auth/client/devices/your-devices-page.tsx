import { useQuery, useMutation } from "@tanstack/react-query";
import { useSearchParams, type LoaderFunctionArgs } from "react-router";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { endsScreen } from "#client/data/ends-screen.ts";
import { firstData, paintedWith } from "#client/data/first-data.ts";
import { DocumentHead } from "#client/document-head.tsx";
import { LedgerSection } from "#client/ledger-section.tsx";
import { PageHeader } from "#client/pages/page-header.tsx";
import { UntilLoaded } from "#client/until-loaded.tsx";
import { requireSignIn } from "#client/routing/require-member.ts";
import { Callout } from "#ui/status/callout.tsx";
import { Skeleton } from "#ui/status/skeleton.tsx";
import { Button } from "#ui/button.tsx";
import { useVerified, VerificationFailure } from "#client/passkeys/verification.tsx";
import { failureText } from "#client/data/api-failure.ts";
import { unlessGone } from "#client/data/unless-gone.ts";
import { Ago } from "#client/words/ago.tsx";
import { Chip } from "#ui/status/chip.tsx";
import type { Devices } from "../../contract.ts";
import { devicesQuery } from "../auth-queries.ts";
import { PasskeysPanel } from "./passkeys-panel.tsx";
import { Day, Device, DeviceList } from "./device-list.tsx";
import { EndOtherSessions } from "../end-other-sessions.tsx";
import { useRenewedDevices } from "./use-renewed-devices.ts";
import styles from "./your-devices-page.module.css";

export async function loader({ context }: LoaderFunctionArgs) {
  const { api, queryClient } = await requireSignIn(context);
  return paintedWith(firstData(queryClient, devicesQuery(api)));
}

/** Page with a person's passkeys, sessions, and accounts for signing in. */
export function Component() {
  const query = useQuery({ ...devicesQuery(useApi()), throwOnError: endsScreen });
  return (
    <div className={styles.page}>
      <DocumentHead title="Your devices" description="How and where you’re signed in." isPrivate />
      <PageHeader title="Your devices" intro="How you sign in, and where you’re signed in." />
      <LinkingOutcome />
      <UntilLoaded query={query} what="your devices">
        <Skeleton width="14em" />
      </UntilLoaded>
      {query.data === undefined ? null : <Panels devices={query.data} />}
    </div>
  );
}

function Panels({ devices }: { devices: Devices }) {
  const { canAddPasskey, canLinkAccount, passkeys, accounts, sessions } = devices;
  return (
    <>
      {canAddPasskey ? (
        <LedgerSection id="passkeys" title="Passkeys">
          <PasskeysPanel passkeys={passkeys} />
        </LedgerSection>
      ) : null}
      <LedgerSection id="sessions" title="Sessions">
        <SessionsPanel sessions={sessions} />
      </LedgerSection>
      {canLinkAccount ? (
        <LedgerSection id="accounts" title="Accounts">
          <AccountsPanel accounts={accounts} />
        </LedgerSection>
      ) : null}
    </>
  );
}

/** Result of linking an account, after the return from the provider. */
function LinkingOutcome() {
  const [search] = useSearchParams();
  const outcome = search.get("account");
  if (outcome === "linked")
    return <Callout tone="positive">The account is linked. You can sign in with it.</Callout>;
  if (outcome !== "taken") return null;
  return (
    <Callout tone="warning" title="Not linked">
      Someone already signs in to this site with that account, as another person. To join them, delete that
      person’s data first: sign in with the account and open “Your data”.
    </Callout>
  );
}

/** Accounts at the provider with which the person signs in, and a button to link one. */
function AccountsPanel({ accounts }: { accounts: Devices["accounts"] }) {
  const { signInName } = usePublicConfig();
  const { mutate, isPending, isSuccess, error } = useVerified({
    action: (api) => api.post("/api/LinkAccount"),
    onSuccess: ({ url }) => globalThis.location.assign(url),
  });
  return (
    <div className={styles.panel}>
      {accounts.length === 0 ? (
        <p className={styles.fact}>Link an account to sign in with it as well.</p>
      ) : (
        <DeviceList>
          {accounts.map(({ userDetails, linkedAt }) => (
            <Device
              key={`${userDetails} ${linkedAt}`}
              name={userDetails}
              facts={[
                <>
                  {signInName}, since <Day at={linkedAt} />
                </>,
              ]}
            />
          ))}
        </DeviceList>
      )}
      {error === null ? null : <VerificationFailure error={error} />}
      <Button icon="link" isPending={isPending || isSuccess} onClick={() => mutate()}>
        Link {signInName} account
      </Button>
    </div>
  );
}

type Session = Devices["sessions"][number];

/** Browsers in which the person is signed in, with buttons to end one or all others. */
function SessionsPanel({ sessions }: { sessions: readonly Session[] }) {
  const api = useApi();
  const renew = useRenewedDevices();
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: (sessionId: string) => unlessGone(api.post("/api/EndSession", { sessionId })),
    onSettled: renew,
  });
  return (
    <div className={styles.panel}>
      <DeviceList>
        {sessions.map((session) => (
          <SessionEntry
            key={session.sessionId}
            session={session}
            isEnding={isPending && variables === session.sessionId}
            onEnd={() => mutate(session.sessionId)}
          />
        ))}
      </DeviceList>
      {error === null ? null : (
        <div role="alert">
          <Callout tone="negative">{failureText(error)}</Callout>
        </div>
      )}
      {sessions.length > 1 ? <EndOtherSessions onEnded={renew} /> : null}
    </div>
  );
}

type SessionEntryProps = { session: Session; isEnding: boolean; onEnd: () => void };

function SessionEntry({ session, isEnding, onEnd }: SessionEntryProps) {
  const { browser, address, signedInAt, lastSeenAt, isCurrent } = session;
  const name = browser === "" ? "Unknown browser" : browser;
  return (
    <Device
      name={
        <>
          {name} {isCurrent ? <Chip tone="accent">This browser</Chip> : null}
        </>
      }
      facts={[
        ...(address === "" ? [] : [`From ${address}`]),
        <>
          Signed in <Day at={signedInAt} />, last seen <Ago at={lastSeenAt} />
        </>,
      ]}
      actions={
        isCurrent ? undefined : (
          <Button size="small" isPending={isEnding} aria-label={`Sign out ${name}`} onClick={onEnd}>
            Sign out
          </Button>
        )
      }
    />
  );
}
