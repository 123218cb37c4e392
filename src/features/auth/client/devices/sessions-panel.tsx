import { useMutation } from "@tanstack/react-query";
import { useApi } from "#client/app-context.tsx";
import { failureText } from "#client/data/api-failure.ts";
import { unlessGone } from "#client/data/unless-gone.ts";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { Chip } from "#ui/status/chip.tsx";
import type { Devices } from "../../contract.ts";
import { EndOtherSessions } from "../end-other-sessions.tsx";
import { Ago, Day, Device, DeviceList } from "./device-list.tsx";
import { useRenewedDevices } from "./use-renewed-devices.ts";
import styles from "./your-devices-page.module.css";

type Session = Devices["sessions"][number];

/** Browsers in which the person is signed in, with buttons to end one or all others. */
export function SessionsPanel({ sessions }: { sessions: readonly Session[] }) {
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
