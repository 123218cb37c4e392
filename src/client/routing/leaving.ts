/** Whether the page is being left: the browser ends what is under way then, which is no failure. */
export function watchLeaving() {
  let hasLeft = false;
  const note = () => {
    hasLeft = true;
  };
  // Firefox ends the calls of a page before it hides the page. The listener goes at once: it would keep the page from
  // being kept for the way back.
  globalThis.addEventListener("beforeunload", note);
  return {
    isLeft: () => hasLeft,
    unwatch: () => globalThis.removeEventListener("beforeunload", note),
  };
}
