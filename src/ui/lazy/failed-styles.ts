const failed = new Set<HTMLLinkElement>();

if (typeof document !== "undefined") {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failed.add(target);
  };
  document.addEventListener("error", note, true);
}

/** Loads the stylesheets again that failed, because the bundler's loader asks for each only once. Rejects if one fails again. */
export async function loadFailedStyles(): Promise<void> {
  const links = [...failed];
  failed.clear();
  await Promise.all(links.map(loadAgain));
}

/** Replaces a link by a new one, because a browser doesn't load the same one again. */
function loadAgain(link: HTMLLinkElement): Promise<unknown> {
  const { rel, href, crossOrigin, nonce } = link;
  const next = Object.assign(document.createElement("link"), { rel, href, crossOrigin, nonce });
  const isLoaded = new Promise((resolve, reject) => {
    next.addEventListener("load", resolve, { once: true });
    next.addEventListener("error", () => reject(new Error(`Failed stylesheet: ${href}`)), { once: true });
  });
  link.replaceWith(next);
  return isLoaded;
}
