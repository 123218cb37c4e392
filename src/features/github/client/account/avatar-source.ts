const gitHubAvatars = "https://avatars.githubusercontent.com";

/**
 * The address of an account's picture at `sizePx`, or null where the page's policy would not let it load: it may come
 * from GitHub, or from the site itself (the sandbox).
 */
export function avatarSource(avatarUrl: string, sitesOrigin: string, sizePx: number): string | null {
  if (!URL.canParse(avatarUrl)) return null;
  const url = new URL(avatarUrl);
  if (url.origin === sitesOrigin) return url.href;
  if (url.origin !== gitHubAvatars) return null;
  url.searchParams.set("s", String(sizePx));
  return url.href;
}
