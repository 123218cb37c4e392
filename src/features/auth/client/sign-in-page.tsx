import { Suspense } from "react";
import { useLocation, useSearchParams } from "react-router";
import { usePublicConfig } from "#client/app-context.tsx";
import { useAuthState } from "#client/auth-state.ts";
import { DocumentHead } from "#client/document-head.tsx";
import { useIsHydrated } from "#client/hydrated.ts";
import { authPaths, paths } from "#client/routing/paths.ts";
import { lazyPart } from "#ui/lazy/lazy-part.tsx";
import { UnloadedPart } from "#ui/lazy/unloaded-part.tsx";
import { buttonClassName } from "#ui/button.tsx";
import { ButtonLink } from "#ui/link.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { safeReturnPath } from "../domain/return-path.ts";
import { describeProblem } from "../domain/sign-in-problems.ts";
import styles from "./sign-in-page.module.css";

// Only for sites and links that need them: they come with the code for passkeys.
const PasskeySignIn = lazyPart(
  async () => (await import("./passkey-sign-in.tsx")).PasskeySignIn,
  UnloadedPart,
);
const InvitationPanel = lazyPart(
  async () => (await import("./invitation-panel.tsx")).InvitationPanel,
  UnloadedPart,
);

/** Loads nothing; the page depends only on its address. */
export function loader() {
  return null;
}

/** Sign-in page, which also explains a failed sign-in and what to do next. */
export function Component() {
  const [search] = useSearchParams();
  const returnTo = safeReturnPath(search.get("return"));
  const problem = describeProblem(search.get("problem"));
  const asksToSignOut = search.get("problem") === "sign-out";
  // A session that is idle has a person, who must sign in all the same.
  const asksAgain = search.get("problem") === "idle" || search.has("again");
  const { signedIn } = useAuthState();
  const { signInName } = usePublicConfig();
  const invitation = useInvitation();
  const title = problem?.title ?? (invitation === null ? "Sign in" : "Make your passkey");
  return (
    <div className={styles.page}>
      <DocumentHead title={title} description={`Sign in with ${accountOf(signInName)}.`} isPrivate />
      <section className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        {problem === null ? null : (
          <Callout tone="warning">
            {problem.text} {problem.advice}
          </Callout>
        )}
        {asksToSignOut ? (
          <SignOutActions returnTo={returnTo} />
        ) : invitation !== null ? (
          <Suspense fallback={null}>
            <InvitationPanel invitation={invitation} />
          </Suspense>
        ) : signedIn && !asksAgain ? (
          <AlreadySignedIn returnTo={returnTo} />
        ) : (
          <SignInActions returnTo={returnTo} needsOtherAccount={problem?.needsOtherAccount ?? false} />
        )}
      </section>
    </div>
  );
}

/** Sign-out link for anyone: the page's HTML doesn't depend on the session, and the link works without JavaScript. */
function SignOutActions({ returnTo }: { returnTo: string }) {
  return (
    <p className={styles.actions}>
      <a className={buttonClassName({ variant: "primary" })} href={authPaths.logout(returnTo)}>
        Logout
      </a>
      <ButtonLink to={returnTo}>{returnTo === "/" ? "Home" : "Stay signed in"}</ButtonLink>
    </p>
  );
}

function AlreadySignedIn({ returnTo }: { returnTo: string }) {
  const { userDetails } = useAuthState();
  return (
    <>
      <p className={styles.text}>You’re signed in as {userDetails}.</p>
      <p className={styles.actions}>
        <ButtonLink variant="primary" to={returnTo}>
          {returnTo === "/" ? "Home" : "Continue"}
        </ButtonLink>
        <a className={buttonClassName()} href={authPaths.logout()}>
          Logout
        </a>
      </p>
    </>
  );
}

/** Returns the token of an opened invitation, which follows the # of the address; null without one, and on the server. */
function useInvitation(): string | null {
  const { hash } = useLocation();
  const isHydrated = useIsHydrated();
  return isHydrated && /^#[\w-]{43}$/.test(hash) ? hash.slice(1) : null;
}

/** `signInName` without a provider (`src/server/pages/public-config.ts`). */
const onlyPasskeys = "Passkey";

function accountOf(signInName: string): string {
  if (signInName === onlyPasskeys) return "a passkey";
  return signInName === "Microsoft" ? "a Microsoft work or school account" : `your ${signInName} account`;
}

type SignInActionsProps = { returnTo: string; needsOtherAccount: boolean };

function SignInActions({ returnTo, needsOtherAccount }: SignInActionsProps) {
  const { sandboxSignIn, hasPasskeys, signInName } = usePublicConfig();
  const isHydrated = useIsHydrated();
  const usesPasskeys = hasPasskeys && !sandboxSignIn;
  return (
    <>
      {usesPasskeys ? (
        <>
          <noscript>
            <p className={styles.text}>Passkeys need JavaScript.</p>
          </noscript>
          {isHydrated ? (
            <Suspense fallback={<div className={styles.waiting} />}>
              <PasskeySignIn returnTo={returnTo} />
            </Suspense>
          ) : (
            <div className={styles.waiting} />
          )}
        </>
      ) : null}
      {signInName === onlyPasskeys ? (
        <p className={styles.text}>
          You make a passkey with an invitation from the site’s owner. The private area is only for members.
        </p>
      ) : (
        <ProviderSignIn {...{ returnTo, needsOtherAccount, isSecond: usesPasskeys }} />
      )}
    </>
  );
}

/** Link to the provider or the sandbox; below the passkeys where there are some. */
function ProviderSignIn(props: SignInActionsProps & { isSecond: boolean }) {
  const { returnTo, needsOtherAccount, isSecond } = props;
  const { sandboxSignIn, hasPasskeys, signInName } = usePublicConfig();
  const address = authPaths.login(returnTo);
  return (
    <>
      <p className={styles.text}>
        {sandboxSignIn
          ? "This is a sandbox sign-in. Choose an invented person; no account or password needed."
          : `${isSecond ? "Or use" : "Use"} ${accountOf(signInName)}.`}{" "}
        {sandboxSignIn
          ? "Sign in to link GitHub for code search and to use the private area."
          : "Sign in to link GitHub for code search. The private area is only for people on the owner’s list."}
      </p>
      {sandboxSignIn && hasPasskeys ? (
        <p className={styles.text}>
          To use the site with your own data, open the link that Folio printed when it started.
        </p>
      ) : null}
      <p className={styles.actions}>
        <a
          className={buttonClassName({ variant: isSecond ? "secondary" : "primary" })}
          href={`${address}${needsOtherAccount ? "&prompt=select_account" : isSecond ? "&way=provider" : ""}`}
        >
          {needsOtherAccount ? "Sign in with another account" : `Sign in with ${signInName}`}
        </a>
        <ButtonLink to={paths.home()}>Home</ButtonLink>
      </p>
    </>
  );
}
