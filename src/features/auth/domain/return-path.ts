const longestPath = 1_000;
/** Control characters, spaces and backslashes: browsers drop or turn some of them into slashes. */
const forbidden = /[\p{Cc}\s\\]/u;
/** Places that a sign-in must not end at: they begin or end a session, or are the sign-in itself. */
const deadEnds = /^\/(?:\.auth|sandbox|sign-in)(?:\/|$)/i;
/** Nobody encodes a path more often in good faith. */
const mostDecodings = 4;

/**
 * Where to go after signing in or out: a path of this very site, else "/". Accepts paths and absolute URLs of `origin`
 * (docs/reference/http-api.md, "Sign-in"); everything that a browser could take for another host is refused, not repaired.
 */
export function safeReturnPath(value: string | null | undefined, origin?: string): string {
  if (value === null || value === undefined || value.length > longestPath || !value.isWellFormed())
    return "/";
  const path = withoutOrigin(value, origin);
  if (!path.startsWith("/") || forbidden.test(path)) return "/";
  const [pathname = ""] = path.split(/[?#]/, 1);
  if (pathname.includes("//") || hasDotSegment(pathname) || isDeadEnd(pathname)) return "/";
  // A Location header is ASCII; what is encoded already stays as it is.
  return path.replaceAll(/[^\u0021-\u007e]/gu, (character) => encodeURIComponent(character));
}

function withoutOrigin(value: string, origin: string | undefined): string {
  if (origin === undefined || value.slice(0, origin.length).toLowerCase() !== origin) return value;
  const rest = value.slice(origin.length);
  return rest === "" || rest.startsWith("?") || rest.startsWith("#") ? `/${rest}` : rest;
}

/** As whoever answers the path may read it: decoded, and without what leads nowhere. */
function isDeadEnd(pathname: string): boolean {
  let current = pathname;
  for (let times = 0; times <= mostDecodings; times += 1) {
    if (deadEnds.test(normalised(current))) return true;
    const decoded = current.replaceAll(/%([0-7][\da-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (decoded === current) return false;
    current = decoded;
  }
  return true;
}

function normalised(pathname: string): string {
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
