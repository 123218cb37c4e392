import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { Button, buttonClassName } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { durationText } from "#shared/time/duration-text.ts";
import { useApi, usePublicConfig } from "../app-context.tsx";
import { useAuthState } from "../auth-state.ts";
import { failureWords } from "../data/api-failure.ts";
import type { CodeSearchLimit } from "./code-search-limit.ts";
import { useGitHubDeparture } from "../routing/github-departure.ts";
import { gitHubLinkQuery, useGitHubLink } from "../routing/github-link.ts";
import { authPaths } from "../routing/paths.ts";

/** Texts by kind: a fixed one for the limit (docs/reference/product.md, "Fixed texts"), the others for a site without a token. */
const texts: Record<CodeSearchLimit["kind"], string> = {
  "rate-limit": "Too many requests. Please try again shortly.",
  "sign-in": "Code search needs a GitHub account.",
  link: "Code search needs a GitHub account.",
};

/**
 * Banner that replaces a search field while code search is limited (docs/reference/product.md, "Code search"), with a
 * button to sign in or authorize on GitHub. Both return to the current address.
 */
export function CodeSearchLimitBanner({ limit }: { limit: CodeSearchLimit }) {
  useForgottenLink(limit.kind === "link");
  const { signedIn } = useAuthState();
  const { signInName } = usePublicConfig();
  const account = signInName === "Microsoft" ? "a Microsoft account" : `your ${signInName} account`;
  const { state } = useGitHubLink();
  const isLinked = limit.kind !== "link" && state?.hasGitHubAccessToken === true;
  const isSignedIn = signedIn && limit.kind !== "sign-in";
  return (
    <Callout tone="warning" action={isLinked ? undefined : isSignedIn ? <Authorize /> : <SignIn />}>
      {/* Announced at once, since it replaces the focused field. */}
      <p role="alert">{limit.message ?? texts[limit.kind]}</p>
      <p>
        {limit.endsAt === null ? null : <Countdown endsAt={limit.endsAt} />}{" "}
        {isLinked
          ? null
          : isSignedIn
            ? "Authorize this site on GitHub to use your own search limit."
            : `Sign in with ${account} and link GitHub to use your own search limit.`}
      </p>
    </Callout>
  );
}

/** Note above results found without the person's account, because GitHub no longer accepts the link. */
export function LostLinkNote() {
  useForgottenLink(true);
  return (
    <Callout tone="warning" isLive action={<Authorize />}>
      GitHub no longer accepts the link to your account, so we removed it. This search used the limit shared
      by all visitors. Authorize again to use your own.
    </Callout>
  );
}

/** Reloads the state of the GitHub link after the server reported it as invalid. */
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

/** Button that goes to GitHub; shows an error if that fails. */
function Authorize() {
  const { leave, isLeaving, problem } = useGitHubDeparture();
  return (
    <>
      <Button size="small" isPending={isLeaving} onClick={leave}>
        Authorize
      </Button>
      {problem === null ? null : <p role="alert">{failureWords(problem)}</p>}
    </>
  );
}

/** Countdown to the end of the limit; screen readers read it only on request. */
function Countdown({ endsAt }: { endsAt: number }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span role="timer">You can search again in {durationText(endsAt - nowMs)}.</span>;
}
