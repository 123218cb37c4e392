import { useQuery } from "@tanstack/react-query";
import { useApi } from "#client/app-context.tsx";
import { memberPaths } from "#client/routing/member-paths.ts";
import { paths } from "#client/routing/paths.ts";
import { ButtonLink } from "#ui/link.tsx";
import { overviewQuery } from "./attention-queries.ts";

/** Next steps for a newly linked bank. None while the steps of the first day are shown, which lead to the same. */
export function AfterLink({ itemId }: { itemId: number }) {
  const { data: overview } = useQuery(overviewQuery(useApi()));
  if (overview === undefined || overview.getStarted !== null) return null;
  const { currentBudget } = overview;
  return (
    <>
      {currentBudget === null ? (
        <ButtonLink to={paths.spending()} size="small">
          Create a budget
        </ButtonLink>
      ) : (
        // A newly linked bank isn't in any budget until the person adds it.
        <ButtonLink to={memberPaths.budgetAccounts(currentBudget.budgetId)} size="small">
          Choose your budget’s accounts
        </ButtonLink>
      )}
      <ButtonLink to={memberPaths.accountIncome(itemId)} size="small">
        Track income
      </ButtonLink>
    </>
  );
}
