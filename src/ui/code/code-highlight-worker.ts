import { highlightCode, type HighlightRequest } from "./code-highlighter.ts";

/** Runs in a worker: colouring a long file takes hundreds of milliseconds, which the page must not feel. */
globalThis.addEventListener("message", (event: MessageEvent<HighlightRequest>) => {
  void answer(event.data);
});

async function answer(request: HighlightRequest): Promise<void> {
  const outcome = await highlightCode(request).catch(() => null);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's postMessage, not a window's: it takes no origin
  globalThis.postMessage(outcome);
}
