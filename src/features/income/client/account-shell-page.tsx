import { useLocation, useParams } from "react-router";
import { isGone } from "#client/data/ends-screen.ts";
import { AreaOutlet } from "#client/area-shell/area-outlet.tsx";
import { AreaShell, type AreaItem } from "#client/area-shell/area-shell.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { itemLoader } from "#client/routing/member-loader.ts";
import { StatusPage } from "#client/pages/status-page.tsx";
import { memberPaths } from "#client/routing/member-paths.ts";
import { paths } from "#client/routing/paths.ts";
import { readRouteId } from "#client/routing/route-id.ts";
import { ButtonLink } from "#ui/link.tsx";
import { readMonth, useAccountHead, useIncomeMonth, useMonthOfPage } from "./account-of-page.ts";
import { accountHeadQuery, incomeMonthQuery, monthOfEntry } from "./income-queries.ts";
import { MonthSelector } from "./month/month-selector.tsx";

export const loader = itemLoader("institutionAccessItemId", ({ api, search, first }, itemId) => [
  first(accountHeadQuery(api, itemId)),
  first(incomeMonthQuery(api, itemId, readMonth(search.get("month")))),
]);

/** Side navigation, badge, months, and breadcrumb around a bank's income (docs/reference/product.md, "Income screens"). */
export function Component() {
  const itemId = readRouteId(useParams()["institutionAccessItemId"]);
  const head = useAccountHead(itemId ?? 0);
  const month = useMonthOfPage();
  const { pathname } = useLocation();
  const income = useIncomeMonth(itemId ?? 0, month);
  if (itemId === null || isGone(head)) return <NoSuchAccount />;
  const { data } = head;
  const isOnTransactions = pathname.startsWith(memberPaths.accountTransactions(itemId));
  const current = income.data === undefined ? null : monthOfEntry(income.data.monthlyTimeline);
  return (
    <AreaShell
      label="Account"
      items={itemsOf(itemId, month, data?.inflowCount ?? 0)}
      breadcrumb={[
        { label: "HOME", href: paths.home() },
        { label: "ACCOUNTS", href: paths.accounts() },
        { label: data?.institutionName ?? "ACCOUNT" },
      ]}
      tool={{
        label: "Month",
        icon: "calendar",
        content: (
          <MonthSelector
            timeline={income.data?.monthlyTimelineList ?? (income.error === null ? undefined : null)}
            selected={isOnTransactions ? month : (month ?? current)}
            hrefOf={(chosen) =>
              isOnTransactions
                ? memberPaths.accountTransactions(itemId, undefined, { month: chosen })
                : memberPaths.accountIncome(itemId, { month: chosen })
            }
          />
        ),
      }}
    >
      <AreaOutlet
        query={head}
        name="Account"
        documentTitle="Income"
        failedTitle="Couldn’t load the account"
        staleTitle="This may be out of date"
      />
    </AreaShell>
  );
}

/**
 * Navigation items. The dashboard keeps the month; the badge counts deposits (docs/reference/product.md, "Income
 * screens").
 */
function itemsOf(itemId: number, month: string | null, inflowCount: number): AreaItem[] {
  return [
    {
      href: memberPaths.accountIncome(itemId, { month: month ?? undefined }),
      label: "Dashboard",
      icon: "dashboard",
    },
    {
      href: memberPaths.accountTransactions(itemId),
      label: "Transactions",
      icon: "rows",
      badge: { count: inflowCount, label: "deposits" },
    },
    { href: memberPaths.accountRentRoll(itemId), label: "Rent Roll", icon: "document" },
  ];
}

function NoSuchAccount() {
  return (
    <StatusPage code="404" title="Account not found">
      <DocumentHead title="Account not found" description="This account doesn’t exist." isPrivate />
      <p>It may have been unlinked, or the link may be wrong.</p>
      <p>
        <ButtonLink variant="primary" to={paths.accounts()}>
          All accounts
        </ButtonLink>
      </p>
    </StatusPage>
  );
}
