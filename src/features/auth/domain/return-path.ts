const longestPath = 1_000;
/** Control characters, spaces and backslashes: browsers drop or turn some of them into slashes. */
const forbidden = /[\p{Cc}\s\\]/u;
/** Places that a sign-in must not end at: they begin or end a session, or are the sign-in itself. */
const deadEnds = /^\/(?:\.auth|sandbox|sign-in)(?:\/|$)/i;

/**
 * Where to go after signing in or out: a path of this very site, else "/". Accepts paths and absolute URLs of `origin`
 * (API.md, "/.auth/login/aad"); everything that a browser could take for another host is refused, not repaired.
 */
export function safeReturnPath(value: string | null | undefined, origin?: string): string {
  if (value === null || value === undefined || value.length > longestPath || !value.isWellFormed())
    return "/";
  const path = withoutOrigin(value, origin);
  if (!path.startsWith("/") || forbidden.test(path)) return "/";
  const [pathname = ""] = path.split(/[?#]/, 1);
  if (pathname.includes("//") || deadEnds.test(pathname) || hasDotSegment(pathname)) return "/";
  // A Location header is ASCII; what is encoded already stays as it is.
  return path.replaceAll(/[^\u0021-\u007e]/gu, (character) => encodeURIComponent(character));
}

function withoutOrigin(value: string, origin: string | undefined): string {
  if (origin === undefined || value.slice(0, origin.length).toLowerCase() !== origin) return value;
  const rest = value.slice(origin.length);
  return rest === "" || rest.startsWith("?") || rest.startsWith("#") ? `/${rest}` : rest;
}

function hasDotSegment(pathname: string): boolean {
  return pathname.split("/").some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
}
