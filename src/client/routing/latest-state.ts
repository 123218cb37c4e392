import type { createBrowserRouter } from "react-router";

type Router = Pick<ReturnType<typeof createBrowserRouter>, "state" | "subscribe">;

/**
 * Has view transitions draw the router's state of the moment in which the browser draws them. `RouterProvider` draws the
 * state that began the transition, and forgets one that comes while an earlier transition ends: the address changes, and
 * the screen doesn't. Who prefers reduced motion gets none. `onDrawn` is called once the router's first state is on the
 * screen.
 */
export function drawLatestState(router: Router, onDrawn: () => void): void {
  const subscribe = router.subscribe.bind(router);
  router.subscribe = (listener) => {
    // `RouterProvider` subscribes when it is drawn.
    onDrawn();
    return subscribe((state, { viewTransitionOpts, ...change }) => {
      const transition =
        viewTransitionOpts && !matchMedia("(prefers-reduced-motion)").matches
          ? document.startViewTransition?.(() => listener(router.state, { ...change, flushSync: true }))
          : undefined;
      // It rejects if the next transition skips this one, or if nobody sees the tab. The state is drawn all the same.
      if (transition) transition.ready.catch(() => undefined);
      else listener(state, change);
    });
  };
}
