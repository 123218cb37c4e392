import { Link, Outlet, useParams } from "react-router";
import { failureText, failureWords, requestIdOf } from "#client/data/api-failure.ts";
import { AreaShell, type AreaItem } from "#client/area-shell/area-shell.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { memberLoader } from "#client/routing/member-loader.ts";
import { StatusPage } from "#client/pages/status-page.tsx";
import { paths } from "#client/routing/paths.ts";
import { readRouteId } from "#client/routing/route-id.ts";
import { Button, buttonClassName } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import type { BudgetView } from "../contract.ts";
import { isNotFound, useBudget } from "./budget-of-page.ts";
import { budgetQuery } from "./budget-queries.ts";

export const loader = memberLoader("budgetId", ({ api, first }, budgetId) => [
  first(budgetQuery(api, budgetId)),
]);

/** Rail, badges and breadcrumb around a budget's screens (docs/reference/product.md, "Budget screens"). */
export function Component() {
  const budgetId = readRouteId(useParams()["budgetId"]);
  const query = useBudget(budgetId ?? 0);
  if (budgetId === null || isNotFound(query.error)) return <NoSuchBudget />;
  const { data: budget, error } = query;
  return (
    <AreaShell
      label="Budget"
      items={placesOf(budgetId, budget)}
      breadcrumb={[
        { label: "HOME", href: paths.home() },
        { label: "SPENDING", href: paths.spending() },
        { label: budget?.budgetName.toLocaleUpperCase("en-US") ?? "BUDGET" },
      ]}
    >
      {budget === undefined && error !== null ? (
        <>
          <DocumentHead title="Budget" description="A budget that could not be loaded." isPrivate />
          <h1 className="visually-hidden">Budget</h1>
          <ErrorPanel
            title="The budget could not be loaded"
            message={failureWords(error)}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
            {...requestIdOf(error)}
          />
        </>
      ) : (
        <>
          {error === null ? null : (
            <Callout
              tone="warning"
              title="These figures may be out of date"
              action={
                <Button size="small" isPending={query.isFetching} onClick={() => void query.refetch()}>
                  Try again
                </Button>
              }
              isLive
            >
              {failureText(error)}
            </Callout>
          )}
          <Outlet />
        </>
      )}
    </AreaShell>
  );
}

/** docs/reference/product.md, "Budget screens": Transactions counts the categorized ones, Exemptions the excluded ones. */
function placesOf(budgetId: number, budget: BudgetView | undefined): AreaItem[] {
  return [
    { href: paths.budgetEstimate(budgetId), label: "Estimate", icon: "estimate" },
    {
      href: paths.budgetTransactions(budgetId),
      label: "Transactions",
      icon: "rows",
      badge: { count: budget?.categorizedCount ?? 0, label: "categorized" },
    },
    {
      href: paths.budgetExemptions(budgetId),
      label: "Exemptions",
      icon: "exempt",
      badge: { count: budget?.excludedCount ?? 0, label: "exempt" },
    },
    { href: paths.budgetAccounts(budgetId), label: "Accounts", icon: "bank" },
  ];
}

function NoSuchBudget() {
  return (
    <StatusPage code="404" title="There is no such budget">
      <DocumentHead title="Budget not found" description="There is no budget at this address." isPrivate />
      <p>
        It may have been deleted, or the address is mistyped. A deleted budget can be restored for a day, from{" "}
        <Link to={paths.recentlyDeleted()}>Recently deleted</Link>.
      </p>
      <p>
        <Link className={buttonClassName({ variant: "primary" })} to={paths.spending()}>
          All budgets
        </Link>
      </p>
    </StatusPage>
  );
}
