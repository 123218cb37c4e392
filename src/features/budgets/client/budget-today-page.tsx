import { redirect, type LoaderFunctionArgs } from "react-router";
import { memberPaths } from "#client/routing/member-paths.ts";
import { paths } from "#client/routing/paths.ts";
import { requireMember } from "#client/routing/require-member.ts";

/**
 * Redirects `/budget` to the budget that covers today (the one that starts last if there are several), or else to the
 * list (docs/reference/product.md, "Routes").
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const { api } = await requireMember(context);
  const { budgetId } = await api.get("/api/GetBudgetForToday");
  return redirect(budgetId === null ? paths.spending() : memberPaths.budgetEstimate(budgetId));
}

/** Renders nothing, since the loader always redirects. */
export function Component() {
  return null;
}
