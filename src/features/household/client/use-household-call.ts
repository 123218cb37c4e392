import { useMutation, useQueryClient } from "@tanstack/react-query";
import { failureText, isNotFound } from "#client/data/api-failure.ts";
import { toastQueue } from "#ui/overlay/toast-queue.ts";

/** Makes a call that changes the household, then reloads it. A failure is told in a toast. */
export function useHouseholdCall(call: () => Promise<unknown>, onDone?: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: () => onDone?.(),
    onError: (error) =>
      toastQueue.add({ message: householdFailureText(error), tone: "negative", timeoutMs: 0 }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["household"] }),
  });
}

/** Returns the message of a failed call about an invitation or a membership. */
export function householdFailureText(error: Error): string {
  return isNotFound(error) ? "This was withdrawn or ended in the meantime." : failureText(error);
}
