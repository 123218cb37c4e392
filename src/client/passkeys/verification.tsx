import { useMutation } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { useApi } from "../app-context.tsx";
import type { Api } from "../data/api.ts";
import { failureText } from "../data/api-failure.ts";
import { authPaths } from "../routing/paths.ts";
import { ApiError } from "#shared/envelope.ts";
import { buttonClassName } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";

/** A request to the browser or the server that failed, in words for the person. */
export class PasskeyProblem extends Error {
  override name = "PasskeyProblem";
}

/** Thrown if proof is needed, and only a new sign-in at the provider can give it. */
class SignInAgain extends PasskeyProblem {
  override name = "SignInAgain";
}

/**
 * Runs an action that needs proof of who the person is (docs/reference/product.md, "Passkeys"). If theirs is too old, the browser
 * asks for their passkey first.
 */
export async function withVerification<Result>(api: Api, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (!isAbout(error, "VERIFICATION_REQUIRED")) throw error;
  }
  const { passkeyFailure, verifyWithPasskey } = await import("./passkeys.ts");
  try {
    await verifyWithPasskey(api);
  } catch (error) {
    if (isAbout(error, "ACCESS_DENIED")) throw new SignInAgain("Sign in again, then repeat this.");
    throw error instanceof Error ? new PasskeyProblem(passkeyFailure(error), { cause: error }) : error;
  }
  return action();
}

/** Mutation of an action that needs proof of who the person is. */
export function useVerified<Input = void, Result = unknown>({
  action,
  onSuccess,
}: {
  action: (api: Api, input: Input) => Promise<Result>;
  onSuccess?: (result: Result) => unknown;
}) {
  const api = useApi();
  return useMutation({
    mutationFn: async (input: Input) => withVerification(api, () => action(api, input)),
    ...(onSuccess === undefined ? {} : { onSuccess }),
  });
}

/** Reason why an action that needs proof failed, with what to do about it. */
export function VerificationFailure({ error, title }: { error: Error; title?: string }) {
  const { pathname, search } = useLocation();
  const isAgain = error instanceof SignInAgain;
  return (
    <div role="alert">
      <Callout
        tone={isAgain ? "warning" : "negative"}
        {...(title === undefined ? {} : { title })}
        action={
          isAgain ? (
            <a
              className={buttonClassName({ size: "small" })}
              href={`${authPaths.login(`${pathname}${search}`)}&way=provider`}
            >
              Sign in again
            </a>
          ) : undefined
        }
      >
        {isAgain
          ? "Your last sign-in is more than five minutes ago. Sign in again to confirm that it’s you."
          : verificationFailureText(error)}
      </Callout>
    </div>
  );
}

/** Returns the sentence for a failed action that needed proof. */
export function verificationFailureText(error: Error): string {
  return error instanceof PasskeyProblem ? error.message : failureText(error);
}

function isAbout(error: unknown, code: string): boolean {
  return error instanceof ApiError && Object.hasOwn(error.errors ?? {}, code);
}
