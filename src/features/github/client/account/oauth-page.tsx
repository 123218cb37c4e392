import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { useAuthState } from "#client/auth-state.ts";
import { DocumentHead } from "#client/document-head.tsx";
import { gitHubLinkReturnPath, startGitHubLink } from "#client/routing/github-link.ts";
import { useIsHydrated } from "#client/hydrated.ts";
import { authPaths } from "#client/routing/paths.ts";
import { ApiError } from "#shared/envelope.ts";
import { Button, buttonClassName } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { LoadingRegion, SkeletonText } from "#ui/status/skeleton.tsx";
import { linkOutcome, type LinkOutcome } from "../../domain/link-outcome.ts";
import { callbackQuery } from "./oauth-query.ts";
import styles from "./oauth-page.module.css";

/** Nothing to load: the page is made of its address. */
export function loader() {
  return null;
}

/** Where GitHub sends a person back to: ends the linking, says what happened, leads back (docs/reference/product.md, "Routes", `/oauth`). */
export function Component() {
  const [search] = useSearchParams();
  // The server's HTML knows nothing of the address: codes belong into no cache.
  const isHydrated = useIsHydrated();
  const outcome = isHydrated ? linkOutcome(search) : null;
  return (
    <div className={styles.page}>
      <DocumentHead title="Link GitHub" description="Ends the linking of a GitHub account." isPrivate />
      <section className={styles.card} aria-live="polite">
        {outcome === null ? <Working /> : <Outcome outcome={outcome} />}
      </section>
    </div>
  );
}

function Outcome({ outcome }: { outcome: LinkOutcome }) {
  if (outcome.kind === "answered") return <Exchange code={outcome.code} state={outcome.state} />;
  if (outcome.kind === "cancelled") {
    return (
      <Face title="GitHub is not linked">
        <p>You have cancelled at GitHub. Nothing was changed.</p>
        <Actions canStartAgain />
      </Face>
    );
  }
  if (outcome.kind === "refused") {
    return (
      <Face title="GitHub could not be linked">
        <Callout tone="warning">GitHub says: {outcome.reason}</Callout>
        <Actions canStartAgain />
      </Face>
    );
  }
  return (
    <Face title="Link GitHub">
      <p>
        GitHub leads here once you have authorized this site. With your account linked, code searches count
        for your own limit.
      </p>
      <Actions canStartAgain />
    </Face>
  );
}

/** Hands GitHub's code to our server, once however often React renders. */
function Exchange({ code, state }: { code: string; state: string }) {
  const { data, error, isFetching, refetch } = useQuery(
    callbackQuery(useApi(), { code, state }, useQueryClient()),
  );
  if (data?.HasGitHubOAuthToken === true) return <Linked />;
  if (data === undefined && error === null) return <Working />;
  return (
    <Face title="GitHub could not be linked">
      <Callout tone="negative">{problemText(error)}</Callout>
      {error instanceof ApiError && error.requestId !== null ? (
        <p className={styles.request}>
          Request <code>{error.requestId}</code>
        </p>
      ) : null}
      <Actions
        canStartAgain
        {...(isLost(error) ? { onRetry: () => void refetch(), isRetrying: isFetching } : {})}
      />
    </Face>
  );
}

/** Time to read what happened before the way back is taken. */
const returnAfterMs = 5_000;

/** Says so, and leads back to where the person was: at once by the link, by itself a little later. */
function Linked() {
  const navigate = useNavigate();
  useEffect(() => {
    // In place of this page: Back must not lead to a code that has been used.
    const timer = setTimeout(() => void navigate(gitHubLinkReturnPath(), { replace: true }), returnAfterMs);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Face title="GitHub is linked">
      <Callout tone="positive">Code searches count for your own GitHub account from now on.</Callout>
      <p>You are taken back in a few seconds.</p>
      <Actions canStartAgain={false} />
    </Face>
  );
}

/** A code works once: only an answer that never came is worth the same call again. */
function isLost(error: Error | null): boolean {
  return error instanceof ApiError && error.requestId === null;
}

/** The server's own words, without the field that they belong to. */
function problemText(error: Error | null): string {
  if (!(error instanceof ApiError)) return "The link could not be made. Start again.";
  const messages = Object.values(error.errors ?? {}).flat();
  return messages.length === 0 ? error.message : messages.join(" ");
}

function Working() {
  return (
    <>
      <h1 className={styles.title}>Link GitHub</h1>
      <LoadingRegion label="Linking your GitHub account">
        <SkeletonText lines={2} />
      </LoadingRegion>
    </>
  );
}

function Face({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.body}>{children}</div>
    </>
  );
}

type ActionsProps = { canStartAgain: boolean; onRetry?: () => void; isRetrying?: boolean };

function Actions({ canStartAgain, onRetry, isRetrying }: ActionsProps) {
  const returnTo = gitHubLinkReturnPath();
  return (
    <div className={styles.actions}>
      <Link to={returnTo} replace className={buttonClassName({ variant: "primary" })}>
        Go back to where you were
      </Link>
      {onRetry === undefined ? null : (
        <Button icon="refresh" onClick={onRetry} isPending={isRetrying}>
          Try again
        </Button>
      )}
      {canStartAgain ? <StartAgain returnTo={returnTo} /> : null}
    </div>
  );
}

/** Leaves for GitHub once more, or signs in first; a failed start says why (docs/reference/http-api.md, "Sign-in"). */
function StartAgain({ returnTo }: { returnTo: string }) {
  const api = useApi();
  const { signedIn } = useAuthState();
  const { signInName } = usePublicConfig();
  const [isLeaving, setIsLeaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (!signedIn) {
    return (
      <a className={buttonClassName()} href={authPaths.login(returnTo)}>
        Sign in with {signInName}
      </a>
    );
  }

  async function handleClick() {
    setIsLeaving(true);
    setProblem(null);
    try {
      await startGitHubLink(api);
    } catch (error) {
      setProblem(problemText(error instanceof Error ? error : null));
      setIsLeaving(false);
    }
  }

  return (
    <>
      <Button onClick={() => void handleClick()} isPending={isLeaving}>
        Link GitHub
      </Button>
      {problem === null ? null : <p role="alert">{problem}</p>}
    </>
  );
}
