/** Watches whether the page is being left, when the browser aborts requests, which isn't a failure. */
export function watchLeaving() {
  let hasLeft = false;
  const note = () => {
    hasLeft = true;
  };
  // Firefox aborts a page's requests before it hides the page. The listener is removed soon, since it would disable the
  // back/forward cache.
  globalThis.addEventListener("beforeunload", note);
  return {
    isLeft: () => hasLeft,
    unwatch: () => globalThis.removeEventListener("beforeunload", note),
  };
}
