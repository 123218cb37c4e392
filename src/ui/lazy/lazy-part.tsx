import { use, useEffect, useState, useTransition, type ComponentType } from "react";

/** Properties of what stands in for a part that couldn't be loaded. */
export type Retry = { retry: () => void; isRetrying: boolean };

/**
 * Creates a component whose code loads when it's first drawn, for a Suspense boundary. If the code can't be loaded, because the
 * browser is offline or a new release no longer has it, `Unloaded` is drawn in its place, and the page keeps what it shows.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Unloaded: ComponentType<NoInfer<Props> & Retry>,
): ComponentType<Props> {
  let latest: Promise<ComponentType<Props> | null> | null = null;
  const attempt = () =>
    (latest ??= loadFailedStyles()
      .then(load)
      .catch(() => null));

  return function LazyPart(props: Props) {
    const shown = attempt();
    const Part = use(shown);
    const [, redraw] = useState(0);
    const [isRetrying, startTransition] = useTransition();
    useEffect(
      () => () => {
        // The next one that is drawn tries again.
        if (Part === null && latest === shown) latest = null;
      },
      [Part, shown],
    );
    if (Part !== null) return <Part {...props} />;
    function retry() {
      latest = null;
      startTransition(() => redraw((count) => count + 1));
    }
    return <Unloaded {...props} retry={retry} isRetrying={isRetrying} />;
  };
}

const failedStyles = new Set<HTMLLinkElement>();

if (typeof document !== "undefined") {
  const noteFailure = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failedStyles.add(target);
  };
  document.addEventListener("error", noteFailure, true);
}

/** Loads the stylesheets again that failed, because the bundler's loader asks for each only once. Rejects if one fails again. */
async function loadFailedStyles(): Promise<void> {
  const links = [...failedStyles];
  failedStyles.clear();
  await Promise.all(links.map(reloadStyle));
}

/** Replaces a link by a new one, because a browser doesn't load the same one again. */
function reloadStyle(link: HTMLLinkElement): Promise<unknown> {
  const { rel, href, crossOrigin, nonce } = link;
  const next = Object.assign(document.createElement("link"), { rel, href, crossOrigin, nonce });
  const isLoaded = new Promise((resolve, reject) => {
    next.addEventListener("load", resolve, { once: true });
    next.addEventListener("error", () => reject(new Error(`Failed stylesheet: ${href}`)), { once: true });
  });
  link.replaceWith(next);
  return isLoaded;
}
