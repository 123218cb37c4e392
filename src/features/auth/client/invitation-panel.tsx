import { useMutation, useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useApi } from "#client/app-context.tsx";
import { useAuthState } from "#client/auth-state.ts";
import { canRetry, failureText } from "#client/data/api-failure.ts";
import { QueryError } from "#client/query-error.tsx";
import { paths } from "#client/routing/paths.ts";
import { Button } from "#ui/button.tsx";
import type { FocusTarget } from "#ui/form/field.tsx";
import { TextField } from "#ui/form/text-field.tsx";
import { ButtonLink } from "#ui/link.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { LoadingRegion, Skeleton } from "#ui/status/skeleton.tsx";
import { browserSupportsWebAuthn, makePasskey, passkeyFailure } from "#client/passkeys/passkeys.ts";
import styles from "./sign-in-page.module.css";

/** Steps of an opened invitation: what it is for, the person's name if it has none, and making the passkey. */
export function InvitationPanel({ invitation }: { invitation: string }) {
  const api = useApi();
  const query = useQuery({
    queryKey: ["auth", "invitation", invitation],
    queryFn: () => api.post("/api/OpenInvitation", { invitation }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data, error } = query;
  // An outage says nothing about the invitation; one that is refused stays refused.
  if (error !== null && canRetry(error)) {
    return <QueryError title="Couldn’t open the invitation" headingLevel={2} query={query} />;
  }
  if (error !== null) {
    return (
      <>
        <Callout tone="negative">{failureText(error)}</Callout>
        <p className={styles.actions}>
          <ButtonLink to={paths.signIn()}>Sign in</ButtonLink>
        </p>
      </>
    );
  }
  if (data === undefined) {
    return (
      <LoadingRegion label="Reading the invitation">
        <Skeleton width="12em" />
      </LoadingRegion>
    );
  }
  return <FirstPasskey invitation={invitation} {...data} />;
}

type FirstPasskeyProps = { invitation: string; name: string | null; isForOwner: boolean };

function FirstPasskey({ invitation, name, isForOwner }: FirstPasskeyProps) {
  const api = useApi();
  const { userDetails, isMember } = useAuthState();
  const [typed, setTyped] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const [field, setField] = useState<FocusTarget | null>(null);
  const person = name ?? (isForOwner && isMember ? userDetails : null);
  const asksName = person === null;
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => makePasskey(api, { invitation, ...(asksName ? { name: typed.trim() } : {}) }),
    onSuccess: ({ clientPrincipal: { userRoles } }) =>
      globalThis.location.assign(userRoles.includes("member") ? paths.accounts() : paths.home()),
  });
  if (!browserSupportsWebAuthn()) {
    return <Callout tone="warning">This browser can’t use passkeys. Open the link in another one.</Callout>;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const isRight = !asksName || typed.trim() !== "";
    setIsMissing(!isRight);
    if (!isRight) field?.focus();
    else if (!isPending && !isSuccess) mutate();
  }

  return (
    <form noValidate className={styles.passkey} onSubmit={submit}>
      <p className={styles.text}>
        {isForOwner ? "You’re setting up the owner’s passkey. " : ""}A passkey replaces a password: you sign
        in with your fingerprint, face, or PIN. It stays on your device or in your password manager.
      </p>
      {asksName ? (
        <TextField
          ref={setField}
          label="Your name"
          description="How this site addresses you."
          isRequired
          autoComplete="name"
          maxLength={80}
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setIsMissing(false);
          }}
          errorMessage={isMissing ? "Enter your name." : undefined}
        />
      ) : (
        <p>
          This passkey is for <strong className={styles.text}>{person}</strong>.
        </p>
      )}
      {error === null ? null : (
        <div role="alert">
          <Callout tone="negative">{passkeyFailure(error)}</Callout>
        </div>
      )}
      <p className={styles.actions}>
        <Button type="submit" variant="primary" icon="lock" isPending={isPending || isSuccess}>
          Make a passkey
        </Button>
      </p>
    </form>
  );
}
