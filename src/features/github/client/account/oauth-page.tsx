import { useQuery, useQueryClient, queryOptions, type QueryClient } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { useAuthState } from "#client/auth-state.ts";
import { failureWords } from "#client/data/api-failure.ts";
import { DocumentHead } from "#client/document-head.tsx";
import { gitHubLinkReturnPath, useGitHubDeparture } from "#client/routing/github-departure.ts";
import { useIsHydrated } from "#client/hydrated.ts";
import { authPaths } from "#client/routing/paths.ts";
import { ApiError } from "#shared/envelope.ts";
import { Button, buttonClassName } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { LoadingRegion, SkeletonText } from "#ui/status/skeleton.tsx";
import type { Api } from "#client/data/api.ts";
import { gitHubLinkQuery, notLinked } from "#client/routing/github-link.ts";
import { linkOutcome, type LinkOutcome } from "../../domain/link-outcome.ts";
import styles from "./oauth-page.module.css";

/** Loads nothing; the page needs only its address. */
export function loader() {
  return null;
}

/** GitHub's callback page: completes the link, shows the result, and leads back (docs/reference/product.md, "Routes", `/oauth`). */
export function Component() {
  const [search] = useSearchParams();
  // The server renders this page without its query: codes must not be cached.
  const isHydrated = useIsHydrated();
  const outcome = isHydrated ? linkOutcome(search) : null;
  return (
    <div className={styles.page}>
      <DocumentHead title="Link GitHub" description="Finish linking a GitHub account." isPrivate />
      <section className={styles.card} aria-live="polite">
        {outcome === null ? <Working /> : <Outcome outcome={outcome} />}
      </section>
    </div>
  );
}

function Outcome({ outcome }: { outcome: LinkOutcome }) {
  if (outcome.kind === "answered") return <Exchange code={outcome.code} state={outcome.state} />;
  if (outcome.kind === "canceled") {
    return (
      <Face title="GitHub isn’t linked">
        <p>You canceled on GitHub. Nothing changed.</p>
        <Actions canStartAgain />
      </Face>
    );
  }
  if (outcome.kind === "refused") {
    return (
      <Face title="Couldn’t link GitHub">
        <Callout tone="warning">GitHub says: {outcome.reason}</Callout>
        <Actions canStartAgain />
      </Face>
    );
  }
  return (
    <Face title="Link GitHub">
      <p>
        GitHub sends you here after you authorize this site. Once it’s linked, code searches use your own rate
        limit.
      </p>
      <Actions canStartAgain />
    </Face>
  );
}

/** Sends GitHub's code to our server once, no matter how often React renders. */
function Exchange({ code, state }: { code: string; state: string }) {
  const { data, error, isFetching, refetch } = useQuery(
    callbackQuery(useApi(), { code, state }, useQueryClient()),
  );
  if (data?.HasGitHubOAuthToken === true) return <Linked />;
  if (data === undefined && error === null) return <Working />;
  return (
    <Face title="Couldn’t link GitHub">
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

/** Leaves time to read the result before redirecting. */
const returnAfterMs = 5_000;

/** Confirms the link, then returns to the previous page: at once by the link, otherwise after a few seconds. */
function Linked() {
  const navigate = useNavigate();
  useEffect(() => {
    // Replaces this entry, so that Back doesn't lead to a used code.
    const timer = setTimeout(() => void navigate(gitHubLinkReturnPath(), { replace: true }), returnAfterMs);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Face title="GitHub is linked">
      <Callout tone="positive">Code searches now use your GitHub account.</Callout>
      <p>Taking you back in a few seconds.</p>
      <Actions canStartAgain={false} />
    </Face>
  );
}

/** Returns true if no answer arrived. Only then is a retry useful, because a code works once. */
function isLost(error: Error | null): boolean {
  return error instanceof ApiError && error.requestId === null;
}

/** The server's message, without the field it belongs to. */
function problemText(error: Error | null): string {
  return error instanceof ApiError ? failureWords(error) : "Couldn’t link your account. Start again.";
}

function Working() {
  return (
    <>
      <h1 className={styles.title}>Link GitHub</h1>
      <LoadingRegion label="Linking your GitHub account">
        <SkeletonText lines={2} />
      </LoadingRegion>
      <noscript>
        <p>Linking GitHub needs JavaScript. Turn it on and reload the page.</p>
      </noscript>
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

/** Goes to GitHub again, or to sign-in first; shows why if that fails (docs/reference/http-api.md, "Sign-in"). */
function StartAgain({ returnTo }: { returnTo: string }) {
  const { signedIn } = useAuthState();
  const { signInName } = usePublicConfig();
  const { leave, isLeaving, problem } = useGitHubDeparture();
  if (!signedIn) {
    return (
      <a className={buttonClassName()} href={authPaths.login(returnTo)}>
        Sign in with {signInName}
      </a>
    );
  }

  return (
    <>
      <Button onClick={leave} isPending={isLeaving}>
        Link GitHub
      </Button>
      {problem === null ? null : <p role="alert">{problemText(problem)}</p>}
    </>
  );
}

type Answer = { code: string; state: string };

/**
 * Completes the link. As a query it runs once per code and state, no matter how often the screen renders.
 * The linked state follows the answer; if the call fails, it is cleared first (docs/reference/http-api.md, "Sign-in").
 */
function callbackQuery(api: Api, answer: Answer, queryClient: QueryClient) {
  const link = gitHubLinkQuery(api);
  return queryOptions({
    queryKey: ["github-link-callback", answer],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // A code works once, so a retry would only be refused.
    retry: false,
    retryOnMount: false,
    refetchOnReconnect: false,
    queryFn: async () => {
      try {
        const linked = await api.post("/api/GitHubOAuthCallback", answer);
        await queryClient.invalidateQueries(link);
        return linked;
      } catch (error) {
        queryClient.setQueryData(link.queryKey, notLinked);
        throw error;
      }
    },
  });
}
