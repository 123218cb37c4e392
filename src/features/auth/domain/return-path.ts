const maxPathLength = 1_000;
/** Control characters, spaces, and backslashes, some of which browsers drop or turn into slashes. */
const forbidden = /[\p{Cc}\s\\]/u;
/** Paths that start or end a session, to which a sign-in must not return. */
const deadEnds = /^\/(?:\.auth|sandbox|sign-in)(?:\/|$)/i;
/** Limit of nested percent-encodings; more are never legitimate. */
const maxDecodings = 4;

/**
 * Returns the path to go to after signing in or out, or "/" if the given one isn't safe. Accepts paths and absolute URLs
 * of `origin` (docs/reference/http-api.md, "Sign-in"); rejects anything that a browser could take for another host.
 */
export function safeReturnPath(value: string | null | undefined, origin?: string): string {
  if (value === null || value === undefined || value.length > maxPathLength || !value.isWellFormed())
    return "/";
  const path = withoutOrigin(value, origin);
  if (!path.startsWith("/") || forbidden.test(path)) return "/";
  const [pathname = ""] = path.split(/[?#]/, 1);
  if (pathname.includes("//") || hasDotSegment(pathname) || isDeadEnd(pathname)) return "/";
  // A Location header is ASCII; existing encodings are kept.
  return path.replaceAll(/[^\u0021-\u007e]/gu, (character) => encodeURIComponent(character));
}

/** Returns where a member lands after signing in: the overview, if the sign-in began on the home or sign-in page. */
export function landingPath(returnTo: string): string {
  return returnTo === "/" ? "/accounts" : returnTo;
}

function withoutOrigin(value: string, origin: string | undefined): string {
  if (origin === undefined || value.slice(0, origin.length).toLowerCase() !== origin) return value;
  const rest = value.slice(origin.length);
  return rest === "" || rest.startsWith("?") || rest.startsWith("#") ? `/${rest}` : rest;
}

/** True if the path is a dead end when decoded and normalized. */
function isDeadEnd(pathname: string): boolean {
  let current = pathname;
  for (let times = 0; times <= maxDecodings; times += 1) {
    if (deadEnds.test(normalized(current))) return true;
    const decoded = current.replaceAll(/%([0-7][\da-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (decoded === current) return false;
    current = decoded;
  }
  return true;
}

function normalized(pathname: string): string {
  const segments: string[] = [];
  for (const segment of pathname.split(/[\\/]/)) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return `/${segments.join("/")}`;
}

function hasDotSegment(pathname: string): boolean {
  return pathname.split("/").some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
}
