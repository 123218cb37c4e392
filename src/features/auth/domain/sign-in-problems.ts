/** Code of a failed sign-in, passed to the sign-in page as `?problem=`. */
export type SignInProblem = keyof typeof signInProblems;

type ProblemText = {
  title: string;
  /** Explanation of the problem. */
  text: string;
  /** Next step for the person. */
  advice: string;
  /** True if only another account can succeed. */
  needsOtherAccount: boolean;
};

const signInProblems = {
  denied: {
    title: "Sign-in canceled",
    text: "The sign-in was canceled before it finished.",
    advice: "You can sign in again anytime.",
    needsOtherAccount: false,
  },
  consent: {
    title: "Your organization must approve this site",
    text: "Your organization requires an administrator’s approval before you can use this site.",
    advice: "Ask your administrator to approve the site, or sign in with another account.",
    needsOtherAccount: true,
  },
  expired: {
    title: "This sign-in has expired",
    text: "A sign-in works once, within 10 minutes, in the browser where it started.",
    advice: "Sign in again. If this keeps happening, allow cookies for this site.",
    needsOtherAccount: false,
  },
  "wrong-tenant": {
    title: "This account belongs to another organization",
    text: "Only people from certain organizations can sign in here.",
    advice: "Sign in with an account from the right organization.",
    needsOtherAccount: true,
  },
  "personal-account": {
    title: "Personal accounts can’t sign in",
    text: "This is a personal Microsoft account. This site accepts only work and school accounts.",
    advice: "Sign in with a work or school account.",
    needsOtherAccount: true,
  },
  "provider-down": {
    title: "The sign-in service isn’t responding",
    text: "We couldn’t reach the sign-in service in time. The rest of the site works.",
    advice: "Wait a minute, then try again.",
    needsOtherAccount: false,
  },
  "too-many": {
    title: "Too many attempts",
    text: "There were too many sign-ins from your network within a minute.",
    advice: "Wait a minute, then try again.",
    needsOtherAccount: false,
  },
  misconfigured: {
    title: "Sign-in isn’t set up correctly",
    text: "The sign-in service doesn’t accept this site. You did nothing wrong.",
    advice: "Tell the site’s owner. The server’s log has the reason.",
    needsOtherAccount: false,
  },
  "bad-answer": {
    title: "Couldn’t verify the sign-in",
    text: "The sign-in service’s answer failed our security checks, so you weren’t signed in.",
    advice: "Try again. If this keeps happening, tell the site’s owner.",
    needsOtherAccount: false,
  },
  idle: {
    title: "Sign in again",
    text: "You’ve been away for a while.",
    advice: "Confirm that it’s you to continue.",
    needsOtherAccount: false,
  },
  "sign-out": {
    title: "Do you want to log out?",
    text: "You followed a link from outside this site, so we’re asking first.",
    advice: "Log out to end your session in this browser.",
    needsOtherAccount: false,
  },
  failed: {
    title: "Sign-in failed",
    text: "Something went wrong on this site during the sign-in.",
    advice: "Try again in a moment.",
    needsOtherAccount: false,
  },
} as const satisfies Record<string, ProblemText>;

/** Returns the text for a problem; an unknown code gets that of `failed`. Null without a problem. */
export function describeProblem(code: string | null | undefined): ProblemText | null {
  if (code === null || code === undefined || code === "") return null;
  return (
    Object.entries<ProblemText>(signInProblems).find(([name]) => name === code)?.[1] ?? signInProblems.failed
  );
}
