/** Why a sign-in did not come about, as `?problem=` of the sign-in page. */
export type SignInProblem = keyof typeof signInProblems;

type ProblemText = {
  title: string;
  /** What happened. */
  text: string;
  /** What to do about it. */
  advice: string;
  /** Trying again makes sense only with another account. */
  needsOtherAccount: boolean;
};

const signInProblems = {
  denied: {
    title: "You were not signed in",
    text: "The sign-in was cancelled before it was finished. Nothing has changed.",
    advice: "Sign in again whenever you like.",
    needsOtherAccount: false,
  },
  consent: {
    title: "Your organisation has to agree first",
    text: "The sign-in stopped because your organisation does not let its people use this site without an administrator’s approval.",
    advice: "Ask an administrator of your organisation to approve the site, or sign in with another account.",
    needsOtherAccount: true,
  },
  expired: {
    title: "This sign-in has expired",
    text: "A sign-in works once, within ten minutes, in the browser where it began. This one was too old, used already or begun elsewhere.",
    advice: "Start again. If it happens every time, allow cookies for this site.",
    needsOtherAccount: false,
  },
  "wrong-tenant": {
    title: "This account belongs to another organisation",
    text: "The site lets in people of certain organisations only, and this account is not of one of them.",
    advice: "Sign in with an account of the right organisation.",
    needsOtherAccount: true,
  },
  "personal-account": {
    title: "Personal accounts cannot sign in",
    text: "This is a personal Microsoft account. The site takes work and school accounts.",
    advice: "Sign in with a work or school account.",
    needsOtherAccount: true,
  },
  "provider-down": {
    title: "The sign-in service does not answer",
    text: "The service that signs people in could not be reached, or was too slow. The rest of the site works.",
    advice: "Wait a minute, then try again.",
    needsOtherAccount: false,
  },
  "too-many": {
    title: "Too many sign-ins at once",
    text: "Somebody at your address has tried to sign in very often within a minute. Nothing has changed.",
    advice: "Wait a minute, then try again.",
    needsOtherAccount: false,
  },
  misconfigured: {
    title: "Sign-in is not set up correctly",
    text: "The sign-in service does not accept this site. You have done nothing wrong.",
    advice: "Tell the owner of the site; the reason is in the server’s log.",
    needsOtherAccount: false,
  },
  "bad-answer": {
    title: "The sign-in could not be trusted",
    text: "The answer of the sign-in service did not pass the checks, so nobody was signed in.",
    advice: "Try again. If it happens again, tell the owner of the site.",
    needsOtherAccount: false,
  },
  "sign-out": {
    title: "Do you want to log out?",
    text: "You did not come here from a page of this site, so nothing has happened yet.",
    advice: "Log out to end your session in this browser.",
    needsOtherAccount: false,
  },
  failed: {
    title: "Signing in did not work",
    text: "Something went wrong on this site after the sign-in service had answered.",
    advice: "Try again in a moment.",
    needsOtherAccount: false,
  },
} as const satisfies Record<string, ProblemText>;

/** Words for a problem; a code that nobody knows gets those of `failed`. Null where there is no problem. */
export function describeProblem(code: string | null | undefined): ProblemText | null {
  if (code === null || code === undefined || code === "") return null;
  return (
    Object.entries<ProblemText>(signInProblems).find(([name]) => name === code)?.[1] ?? signInProblems.failed
  );
}
