import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useApi } from "#client/app-context.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/form/text-field.tsx";
import { Callout } from "#ui/status/callout.tsx";
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  endPasskeyRequest,
  passkeyFailure,
  signInWithPasskey,
  suggestPasskeys,
  type SignedIn,
} from "#client/passkeys/passkeys.ts";
import { landingPath } from "../domain/return-path.ts";
import styles from "./sign-in-page.module.css";

/** Button and field for signing in with a passkey. The document is loaded anew then, at `returnTo`. */
export function PasskeySignIn({ returnTo }: { returnTo: string }) {
  const api = useApi();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => signInWithPasskey(api),
    onSuccess: (person) => goOn(person, returnTo),
  });
  const { suggests, problem } = useSuggestion(returnTo, isPending || isSuccess);
  const [typed, setTyped] = useState("");
  const failure = error ?? problem;
  if (!browserSupportsWebAuthn()) {
    return <Callout tone="warning">This browser can’t use passkeys. Use another browser or device.</Callout>;
  }
  return (
    <div className={styles.passkey}>
      <Button variant="primary" icon="lock" isPending={isPending || isSuccess} onClick={() => mutate()}>
        Sign in with a passkey
      </Button>
      {suggests ? (
        <TextField
          label="Or choose a suggested passkey"
          description="Your browser suggests your passkeys here. There’s nothing to type."
          autoComplete="username webauthn"
          value={typed}
          onChange={setTyped}
        />
      ) : null}
      {failure === null ? null : (
        <div role="alert">
          <Callout tone="negative">{passkeyFailure(failure)}</Callout>
        </div>
      )}
    </div>
  );
}

/** Loads the document anew, where the sign-in began or a member lands. */
function goOn({ isMember }: SignedIn, returnTo: string): void {
  globalThis.location.assign(isMember ? landingPath(returnTo) : returnTo);
}

/** Lets the browser suggest passkeys while the page is open, if it can, and again after a dialog, which ends the suggestion. */
function useSuggestion(returnTo: string, isAsking: boolean): { suggests: boolean; problem: Error | null } {
  const api = useApi();
  const [suggests, setSuggests] = useState(false);
  const [problem, setProblem] = useState<Error | null>(null);
  useEffect(() => {
    void browserSupportsWebAuthnAutofill().then(setSuggests);
  }, []);
  useEffect(() => {
    if (!suggests || isAsking) return undefined;
    const leaving = new AbortController();
    async function suggest() {
      try {
        const person = await suggestPasskeys(api, leaving.signal);
        if (person !== null) goOn(person, returnTo);
      } catch (error) {
        setProblem(error instanceof Error ? error : new Error(String(error)));
      }
    }
    void suggest();
    return () => leaving.abort();
  }, [api, suggests, returnTo, isAsking]);
  useEffect(() => () => endPasskeyRequest(), []);
  return { suggests, problem };
}
