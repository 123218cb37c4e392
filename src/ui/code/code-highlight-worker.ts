import { highlightCode, type HighlightRequest } from "./code-highlighter.ts";

/** Runs in a worker, because highlighting a long file takes hundreds of milliseconds. */
globalThis.addEventListener("message", (event: MessageEvent<HighlightRequest>) => {
  void answer(event.data);
});

async function answer(request: HighlightRequest): Promise<void> {
  const outcome = await highlightCode(request).catch(() => null);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, unlike a window, takes no origin
  globalThis.postMessage(outcome);
}
