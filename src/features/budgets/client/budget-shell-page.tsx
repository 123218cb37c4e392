import { useParams } from "react-router";
import { isGone } from "#client/data/ends-screen.ts";
import { AreaOutlet } from "#client/area-shell/area-outlet.tsx";
import { AreaShell, type AreaItem } from "#client/area-shell/area-shell.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { itemLoader } from "#client/routing/member-loader.ts";
import { StatusPage } from "#client/pages/status-page.tsx";
import { memberPaths } from "#client/routing/member-paths.ts";
import { paths } from "#client/routing/paths.ts";
import { readRouteId } from "#client/routing/route-id.ts";
import { ButtonLink, Link } from "#ui/link.tsx";
import type { BudgetView } from "../contract.ts";
import { useBudget } from "./budget-of-page.ts";
import { budgetQuery } from "./budget-queries.ts";
import { PeriodSwitcher } from "./series/period-switcher.tsx";

export const loader = itemLoader("budgetId", ({ api, first }, budgetId) => [
  first(budgetQuery(api, budgetId)),
]);

/** Side navigation, badges, and breadcrumb around a budget's screens (docs/reference/product.md, "Budget screens"). */
export function Component() {
  const budgetId = readRouteId(useParams()["budgetId"]);
  const query = useBudget(budgetId ?? 0);
  if (budgetId === null || isGone(query)) return <NoSuchBudget />;
  const { data: budget } = query;
  return (
    <AreaShell
      label="Budget"
      items={itemsOf(budgetId, budget)}
      breadcrumb={[
        { label: "HOME", href: paths.home() },
        { label: "SPENDING", href: paths.spending() },
        { label: budget?.budgetName.toLocaleUpperCase("en-US") ?? "BUDGET" },
      ]}
    >
      <PeriodSwitcher budget={budget} />
      <AreaOutlet
        query={query}
        name="Budget"
        documentTitle="Budget"
        failedTitle="Couldn’t load the budget"
        staleTitle="These figures may be out of date"
      />
    </AreaShell>
  );
}

/** Navigation items; the badges count categorized and exempt transactions (docs/reference/product.md, "Budget screens"). */
function itemsOf(budgetId: number, budget: BudgetView | undefined): AreaItem[] {
  return [
    { href: memberPaths.budgetEstimate(budgetId), label: "Estimate", icon: "estimate" },
    {
      href: memberPaths.budgetTransactions(budgetId),
      label: "Transactions",
      icon: "rows",
      badge: { count: budget?.categorizedCount ?? 0, label: "categorized" },
    },
    {
      href: memberPaths.budgetExemptions(budgetId),
      label: "Exemptions",
      icon: "exempt",
      badge: { count: budget?.excludedCount ?? 0, label: "exempt" },
    },
    { href: memberPaths.budgetAccounts(budgetId), label: "Accounts", icon: "bank" },
  ];
}

function NoSuchBudget() {
  return (
    <StatusPage code="404" title="Budget not found">
      <DocumentHead title="Budget not found" description="This budget doesn’t exist." isPrivate />
      <p>
        It may have been deleted, or the link may be wrong. For a day, you can restore it from{" "}
        <Link to={paths.recentlyDeleted()}>Recently deleted</Link>.
      </p>
      <p>
        <ButtonLink variant="primary" to={paths.spending()}>
          All budgets
        </ButtonLink>
      </p>
    </StatusPage>
  );
}
