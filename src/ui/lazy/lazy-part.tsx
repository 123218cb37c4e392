import { use, useEffect, useState, useTransition, type ComponentType } from "react";
import { loadFailedStyles } from "./failed-styles.ts";

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
