import { useState } from "react";
import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import { Button, IconButton } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/overlay/confirm-dialog.tsx";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import { Callout } from "#ui/status/callout.tsx";
import type { Devices } from "../../contract.ts";
import type { Api } from "#client/data/api.ts";
import { unlessGone } from "#client/data/unless-gone.ts";
import { browserSupportsWebAuthn, makePasskey, passkeyFailure } from "#client/passkeys/passkeys.ts";
import { Ago } from "#client/words/ago.tsx";
import {
  PasskeyProblem,
  useVerified,
  VerificationFailure,
  verificationFailureText,
} from "#client/passkeys/verification.tsx";
import { ApiError } from "#shared/envelope.ts";
import { Day, Device, DeviceList } from "./device-list.tsx";
import { useRenewedDevices } from "./use-renewed-devices.ts";
import styles from "./your-devices-page.module.css";

type Passkey = Devices["passkeys"][number];

const RenamePasskeyDialog = lazyDialog(
  async () => (await import("./rename-passkey-dialog.tsx")).RenamePasskeyDialog,
);

/** The person's passkeys, with buttons to add, rename, and remove them. */
export function PasskeysPanel({ passkeys }: { passkeys: readonly Passkey[] }) {
  const renew = useRenewedDevices();
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const adding = useVerified({
    action: makeAnother,
    onSuccess: async () => {
      toastQueue.add({ message: "Passkey added.", tone: "positive" });
      await renew();
    },
  });
  return (
    <div className={styles.panel}>
      {passkeys.some(({ refusedAt }) => refusedAt !== null) ? <CopiedNote passkeys={passkeys} /> : null}
      {passkeys.length === 0 ? (
        <p className={styles.fact}>
          With a passkey, you sign in with your fingerprint, face, or PIN instead of an account.
        </p>
      ) : (
        <DeviceList>
          {passkeys.map((passkey) => (
            <PasskeyEntry
              key={passkey.passkeyId}
              passkey={passkey}
              onRename={() => setRenamed(passkey)}
              onRemove={() => setRemoved(passkey)}
            />
          ))}
        </DeviceList>
      )}
      {adding.error === null ? null : <VerificationFailure error={adding.error} />}
      {browserSupportsWebAuthn() ? (
        <Button icon="plus" isPending={adding.isPending} onClick={() => adding.mutate()}>
          Add a passkey
        </Button>
      ) : (
        <p className={styles.fact}>This browser can’t make passkeys.</p>
      )}
      {renamed === null ? null : <RenamePasskeyDialog passkey={renamed} onClose={() => setRenamed(null)} />}
      {removed === null ? null : <RemovePasskey passkey={removed} onClose={() => setRemoved(null)} />}
    </div>
  );
}

/** Makes a passkey; puts a failure of the browser's dialog into words. */
async function makeAnother(api: Api): Promise<void> {
  try {
    await makePasskey(api);
  } catch (error) {
    // The answer of the server says what proof it needs.
    if (error instanceof ApiError || !(error instanceof Error)) throw error;
    throw new PasskeyProblem(passkeyFailure(error), { cause: error });
  }
}

type PasskeyEntryProps = { passkey: Passkey; onRename: () => void; onRemove: () => void };

function PasskeyEntry({ passkey, onRename, onRemove }: PasskeyEntryProps) {
  const { name, isSynced, createdAt, lastUsedAt } = passkey;
  return (
    <Device
      name={name}
      facts={[
        isSynced ? "Synced across your devices" : "Only on one device",
        <>
          Made <Day at={createdAt} />, last used <Ago at={lastUsedAt} />
        </>,
      ]}
      actions={
        <>
          <IconButton icon="pencil" label={`Rename ${name}`} onClick={onRename} />
          <IconButton icon="trash" label={`Remove ${name}`} onClick={onRemove} />
        </>
      }
    />
  );
}

function CopiedNote({ passkeys }: { passkeys: readonly Passkey[] }) {
  const names = passkeys.filter(({ refusedAt }) => refusedAt !== null).map(({ name }) => name);
  return (
    <Callout tone="warning" title="A passkey may have been copied">
      Someone tried to sign in with a copy of {names.join(" and ")}, and we refused. Add another passkey, then
      remove {names.length === 1 ? "this one" : "these"}.
    </Callout>
  );
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const renew = useRenewedDevices();
  const { mutate, isPending, error } = useVerified({
    action: (api) => unlessGone(api.post("/api/RemovePasskey", { passkeyId: passkey.passkeyId })),
    onSuccess: async () => {
      onClose();
      toastQueue.add({ message: `Removed ${passkey.name}.`, tone: "positive" });
      await renew();
    },
  });
  return (
    <ConfirmDialog
      title={`Remove ${passkey.name}?`}
      confirmLabel="Remove passkey"
      isPending={isPending}
      errorMessage={error === null ? undefined : verificationFailureText(error)}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      You can’t sign in with it anymore, and browsers that signed in with it are signed out. To delete it from
      your device too, open the device’s own list of passkeys.
    </ConfirmDialog>
  );
}
