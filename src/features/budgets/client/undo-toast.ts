import { failureText } from "#client/data/api-failure.ts";
import { toastQueue } from "#ui/overlay/toast-queue.ts";

/** Tells what was done with a way to take it back. Where that fails, the reason stays until it is closed. */
export function offerUndo(message: string, undo: () => Promise<unknown>): void {
  async function run() {
    try {
      await undo();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      toastQueue.add({
        message: `That could not be undone. ${failureText(error)}`,
        tone: "negative",
        timeoutMs: 0,
      });
    }
  }
  toastQueue.add({ message, action: { label: "Undo", onAction: () => void run() } });
}
