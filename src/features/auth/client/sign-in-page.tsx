import { Link, useSearchParams } from "react-router";
import { usePublicConfig } from "#client/app-context.tsx";
import { useAuthState } from "#client/auth-state.ts";
import { DocumentHead } from "#client/document-head.tsx";
import { authPaths, paths } from "#client/routing/paths.ts";
import { buttonClassName } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { safeReturnPath } from "../domain/return-path.ts";
import { describeProblem } from "../domain/sign-in-problems.ts";
import styles from "./sign-in-page.module.css";

/** Nothing to load: the page is made of its address. */
export function loader() {
  return null;
}

/** Where sign-ins begin, and where those that failed end: what happened, what to do, the way back. */
export function Component() {
  const [search] = useSearchParams();
  const returnTo = safeReturnPath(search.get("return"));
  const problem = describeProblem(search.get("problem"));
  const asksToSignOut = search.get("problem") === "sign-out";
  const { signedIn } = useAuthState();
  const { signInName } = usePublicConfig();
  return (
    <div className={styles.page}>
      <DocumentHead
        title={problem?.title ?? "Sign in"}
        description={`Sign in with ${accountOf(signInName)}.`}
        isPrivate
      />
      <section className={styles.card}>
        <h1 className={styles.title}>{problem?.title ?? "Sign in"}</h1>
        {problem === null ? null : (
          <Callout tone="warning">
            {problem.text} {problem.advice}
          </Callout>
        )}
        {asksToSignOut ? (
          <SignOutActions returnTo={returnTo} />
        ) : signedIn ? (
          <AlreadySignedIn returnTo={returnTo} />
        ) : (
          <SignInActions returnTo={returnTo} needsOtherAccount={problem?.needsOtherAccount ?? false} />
        )}
      </section>
    </div>
  );
}

/** Whoever is signed in: the page's HTML knows nobody, and the link has to work without a script. */
function SignOutActions({ returnTo }: { returnTo: string }) {
  return (
    <p className={styles.actions}>
      <a className={buttonClassName({ variant: "primary" })} href={authPaths.logout(returnTo)}>
        Logout
      </a>
      <Link className={buttonClassName()} to={returnTo}>
        {returnTo === "/" ? "Home" : "Stay signed in"}
      </Link>
    </p>
  );
}

function AlreadySignedIn({ returnTo }: { returnTo: string }) {
  const { userDetails } = useAuthState();
  return (
    <>
      <p className={styles.text}>You are signed in as {userDetails}.</p>
      <p className={styles.actions}>
        <Link className={buttonClassName({ variant: "primary" })} to={returnTo}>
          {returnTo === "/" ? "Home" : "Go on"}
        </Link>
        <a className={buttonClassName()} href={authPaths.logout()}>
          Logout
        </a>
      </p>
    </>
  );
}

function accountOf(signInName: string): string {
  return signInName === "Microsoft" ? "a Microsoft work or school account" : `your account at ${signInName}`;
}

function SignInActions({ returnTo, needsOtherAccount }: { returnTo: string; needsOtherAccount: boolean }) {
  const { sandboxSignIn, signInName } = usePublicConfig();
  const address = authPaths.login(returnTo);
  return (
    <>
      <p className={styles.text}>
        {sandboxSignIn
          ? "This site signs in through its sandbox: no Microsoft account and no password, you choose an invented person."
          : `Use ${accountOf(signInName)}.`}{" "}
        Signing in lets you link GitHub for code search; the private area is for people on the owner’s list.
      </p>
      <p className={styles.actions}>
        <a
          className={buttonClassName({ variant: "primary" })}
          href={needsOtherAccount ? `${address}&prompt=select_account` : address}
        >
          {needsOtherAccount ? "Sign in with another account" : `Sign in with ${signInName}`}
        </a>
        <Link className={buttonClassName()} to={paths.home()}>
          Home
        </Link>
      </p>
    </>
  );
}
