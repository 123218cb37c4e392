import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { Button, buttonClassName } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { useApi, usePublicConfig } from "../app-context.tsx";
import { useAuthState } from "../auth-state.ts";
import type { CodeSearchLimit } from "./code-search-limit.ts";
import { gitHubLinkQuery, startGitHubLink, useGitHubLink } from "../routing/github-link.ts";
import { authPaths } from "../routing/paths.ts";

/** A fixed text for the limit (docs/reference/product.md, "Fixed texts"); the other two are for a site without a token of its own. */
const texts: Record<CodeSearchLimit["kind"], string> = {
  "rate-limit": "Too many requests. Please try again shortly.",
  "sign-in": "GitHub searches code only for people whom it knows.",
  link: "GitHub searches code only for people whom it knows.",
};

/**
 * Stands in place of a search field while code search is at its limit (docs/reference/product.md, "Code search"),
 * with what helps: signing in, then authorizing on GitHub. Both lead back to the present address.
 */
export function CodeSearchLimitBanner({ limit }: { limit: CodeSearchLimit }) {
  useForgottenLink(limit.kind === "link");
  const { signedIn } = useAuthState();
  const { signInName } = usePublicConfig();
  const account = signInName === "Microsoft" ? "a Microsoft account" : `your account at ${signInName}`;
  const { state } = useGitHubLink();
  const isLinked = limit.kind !== "link" && state?.hasGitHubAccessToken === true;
  const isSignedIn = signedIn && limit.kind !== "sign-in";
  return (
    <Callout tone="warning" action={isLinked ? undefined : isSignedIn ? <Authorize /> : <SignIn />}>
      {/* Said at once: it takes the place of the field that had the focus. */}
      <p role="alert">{limit.message ?? texts[limit.kind]}</p>
      <p>
        {limit.endsAt === null ? null : <Countdown endsAt={limit.endsAt} />}{" "}
        {isLinked
          ? null
          : isSignedIn
            ? "Authorize this site on GitHub, and searches count for your own account."
            : `Sign in with ${account} and link GitHub, and searches count for your own account.`}
      </p>
    </Callout>
  );
}

/** Stands above results that were found without the person's own account, because GitHub no longer accepts the link. */
export function LostLinkNote() {
  useForgottenLink(true);
  return (
    <Callout tone="warning" isLive action={<Authorize />}>
      GitHub no longer accepts the link to your account, so it is forgotten here. This search counted for all
      visitors; authorize again, and searches count for you.
    </Callout>
  );
}

/** The server has just said that there is no valid link: what was known of it is out of date. */
function useForgottenLink(isForgotten: boolean) {
  const queryClient = useQueryClient();
  const api = useApi();
  useEffect(() => {
    if (isForgotten) void queryClient.invalidateQueries(gitHubLinkQuery(api));
  }, [isForgotten, queryClient, api]);
}

function SignIn() {
  const { pathname, search, hash } = useLocation();
  const { signInName } = usePublicConfig();
  return (
    <a className={buttonClassName({ size: "small" })} href={authPaths.login(`${pathname}${search}${hash}`)}>
      Sign in with {signInName}
    </a>
  );
}

/** Leaves for GitHub; where that fails it says why. */
function Authorize() {
  const api = useApi();
  const [isLeaving, setIsLeaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function handleClick() {
    setIsLeaving(true);
    setProblem(null);
    try {
      await startGitHubLink(api);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "GitHub could not be asked.");
      setIsLeaving(false);
    }
  }

  return (
    <>
      <Button size="small" isPending={isLeaving} onClick={() => void handleClick()}>
        Authorize
      </Button>
      {problem === null ? null : <p role="alert">{problem}</p>}
    </>
  );
}

/** How long the limit lasts; it ticks for the eyes and is read out only when asked for. */
function Countdown({ endsAt }: { endsAt: number }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span role="timer">You can search again in {durationText(endsAt - nowMs)}.</span>;
}

/** "45 seconds", "12 minutes": whole units, rounded up, so that waiting so long is enough. */
export function durationText(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds <= 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
