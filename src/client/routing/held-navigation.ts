/**
 * Holds Back and Forward from the router until the returned function is called: a page is hydrated with the state
 * that the server rendered, and a router that is already on its way elsewhere has another.
 */
export function holdBackAndForward(): () => void {
  let isHeld = false;
  const hold = (event: PopStateEvent): void => {
    isHeld = true;
    event.stopImmediatePropagation();
  };
  addEventListener("popstate", hold);
  return () => {
    removeEventListener("popstate", hold);
    if (isHeld) queueMicrotask(() => dispatchEvent(new PopStateEvent("popstate", { state: history.state })));
    isHeld = false;
  };
}
