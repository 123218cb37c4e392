import { Suspense, useState } from "react";
import { useLocation } from "react-router";
import { useAuthState } from "#client/auth-state.ts";
import { useGitHubDeparture } from "#client/routing/github-departure.ts";
import { useGitHubLink } from "#client/routing/github-link.ts";
import { authPaths } from "#client/routing/paths.ts";
import { lazyPart } from "#ui/lazy/lazy-part.tsx";
import { UnloadedPart } from "#ui/lazy/unloaded-part.tsx";
import { Button, buttonClassName } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { Icon } from "#ui/icon.tsx";
import { Skeleton } from "#ui/status/skeleton.tsx";
import { failureText, useIsInstant } from "./code-search-queries.ts";
import styles from "./github-account.module.css";

/** Loaded on demand: it is large and only needed to unlink. */
const ConfirmDialog = lazyPart(
  async () => (await import("#ui/overlay/confirm-dialog.tsx")).ConfirmDialog,
  UnloadedPart,
);

/** The visitor's GitHub account: link it for a rate limit of their own at GitHub, or unlink it. The site's index needs none. */
export function GitHubAccount() {
  const { signedIn } = useAuthState();
  const { state, error, isFetching, refetch } = useGitHubLink();
  const isInstant = useIsInstant();
  return (
    <section className={styles.account} aria-labelledby="github-account">
      <Icon name="link" />
      <div className={styles.text}>
        <h2 id="github-account" className={styles.title}>
          Your GitHub account
        </h2>
        {state === null ? (
          error === null ? (
            <Skeleton width="60%" />
          ) : (
            <p>Couldn’t check whether an account is linked. {failureText(error)}</p>
          )
        ) : state.hasGitHubAccessToken ? (
          <p>
            Linked{state.login === null ? "" : " as "}
            {state.login === null ? null : <strong>{state.login}</strong>}.{" "}
            {isInstant
              ? "Where GitHub has to be asked, your own rate limit counts."
              : "Searches use your own rate limit."}
          </p>
        ) : (
          <p>
            {isInstant
              ? "Searches here need no account. Where GitHub has to be asked, visitors share one rate limit."
              : "Visitors share one rate limit."}{" "}
            Link your account to get your own. The site sees only public data.
          </p>
        )}
      </div>
      <div className={styles.action}>
        {state === null && error !== null ? (
          <Button icon="refresh" isPending={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        ) : signedIn ? (
          state?.hasGitHubAccessToken ? (
            <Unlink />
          ) : (
            <Link isKnown={state !== null} />
          )
        ) : (
          <SignIn />
        )}
      </div>
    </section>
  );
}

function SignIn() {
  const { pathname, search } = useLocation();
  return (
    <a className={buttonClassName()} href={authPaths.login(`${pathname}${search}`)}>
      Sign in to link GitHub
    </a>
  );
}

function Link({ isKnown }: { isKnown: boolean }) {
  const { leave, isLeaving, problem } = useGitHubDeparture();
  return (
    <>
      <Button icon="link" isPending={isLeaving || !isKnown} onClick={leave}>
        Link GitHub
      </Button>
      {problem === null ? null : (
        <div role="alert" className={styles.problem}>
          <Callout tone="negative">{failureText(problem)}</Callout>
        </div>
      )}
    </>
  );
}

function Unlink() {
  const [isAsking, setIsAsking] = useState(false);
  const { unlink, isUnlinking, unlinkError } = useGitHubLink();
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Unlink GitHub</Button>
      {isAsking ? (
        <Suspense fallback={null}>
          <ConfirmDialog
            title="Unlink your GitHub account?"
            confirmLabel="Unlink GitHub"
            isPending={isUnlinking}
            errorMessage={unlinkError === null ? undefined : failureText(unlinkError)}
            onConfirm={unlink}
            onCancel={() => setIsAsking(false)}
          >
            This site deletes your GitHub token and revokes it on GitHub. To use your own rate limit again,
            you’ll need to authorize this site again.
          </ConfirmDialog>
        </Suspense>
      ) : null}
    </>
  );
}
