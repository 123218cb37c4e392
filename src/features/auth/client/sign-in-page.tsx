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

/** Sign-out link for anyone: the page's HTML doesn't depend on the session, and the link works without JavaScript. */
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
      <p className={styles.text}>You’re signed in as {userDetails}.</p>
      <p className={styles.actions}>
        <Link className={buttonClassName({ variant: "primary" })} to={returnTo}>
          {returnTo === "/" ? "Home" : "Continue"}
        </Link>
        <a className={buttonClassName()} href={authPaths.logout()}>
          Logout
        </a>
      </p>
    </>
  );
}

function accountOf(signInName: string): string {
  return signInName === "Microsoft" ? "a Microsoft work or school account" : `your ${signInName} account`;
}

function SignInActions({ returnTo, needsOtherAccount }: { returnTo: string; needsOtherAccount: boolean }) {
  const { sandboxSignIn, signInName } = usePublicConfig();
  const address = authPaths.login(returnTo);
  return (
    <>
      <p className={styles.text}>
        {sandboxSignIn
          ? "This is a sandbox sign-in. Choose an invented person; no account or password needed."
          : `Use ${accountOf(signInName)}.`}{" "}
        Sign in to link GitHub for code search. The private area is only for people on the owner’s list.
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
