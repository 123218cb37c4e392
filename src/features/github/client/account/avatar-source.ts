const gitHubAvatars = "https://avatars.githubusercontent.com";

/**
 * Returns the address of an avatar at `sizePx`, or null where the page's content security policy would block it.
 * GitHub and the site itself (the sandbox) are allowed.
 */
export function avatarSource(avatarUrl: string, sitesOrigin: string, sizePx: number): string | null {
  if (!URL.canParse(avatarUrl)) return null;
  const url = new URL(avatarUrl);
  if (url.origin === sitesOrigin) return url.href;
  if (url.origin !== gitHubAvatars) return null;
  url.searchParams.set("s", String(sizePx));
  return url.href;
}
