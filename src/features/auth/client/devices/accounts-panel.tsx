import { usePublicConfig } from "#client/app-context.tsx";
import { Button } from "#ui/button.tsx";
import type { Devices } from "../../contract.ts";
import { useVerified, VerificationFailure } from "#client/passkeys/verification.tsx";
import { Day, Device, DeviceList } from "./device-list.tsx";
import styles from "./your-devices-page.module.css";

/** Accounts at the provider with which the person signs in, and a button to link one. */
export function AccountsPanel({ accounts }: { accounts: Devices["accounts"] }) {
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
