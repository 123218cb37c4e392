import type { Loading } from "#client/loading-context.ts";
import { incomeRemindersQuery } from "./attention-queries.ts";

export { AttentionPanel } from "./attention-panel.tsx";
export { IncomeReminders } from "./income-reminders.tsx";

/** Asks for what the reminders show while their screen is still loading, so that nothing is pushed down later. */
export function prefetchReminders({ api, queryClient }: Pick<Loading, "api" | "queryClient">): void {
  void queryClient.prefetchQuery(incomeRemindersQuery(api));
}
