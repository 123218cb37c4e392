import { Link, useLocation, useParams } from "react-router";
import { isNotFound } from "#client/data/api-failure.ts";
import { AreaOutlet } from "#client/area-shell/area-outlet.tsx";
import { AreaShell, type AreaItem } from "#client/area-shell/area-shell.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { memberLoader } from "#client/routing/member-loader.ts";
import { StatusPage } from "#client/pages/status-page.tsx";
import { paths } from "#client/routing/paths.ts";
import { readRouteId } from "#client/routing/route-id.ts";
import { buttonClassName } from "#ui/button.tsx";
import { readMonth, useAccountHead, useIncomeMonth, useMonthOfPage } from "./account-of-page.ts";
import { accountHeadQuery, incomeMonthQuery, monthOfEntry } from "./income-queries.ts";
import { MonthSelector } from "./month/month-selector.tsx";

export const loader = memberLoader("institutionAccessItemId", ({ api, search, first }, itemId) => [
  first(accountHeadQuery(api, itemId)),
  first(incomeMonthQuery(api, itemId, readMonth(search.get("month")))),
]);

/** Rail, badge, months and breadcrumb around an institution's income (docs/reference/product.md, "Income screens"). */
export function Component() {
  const itemId = readRouteId(useParams()["institutionAccessItemId"]);
  const head = useAccountHead(itemId ?? 0);
  const month = useMonthOfPage();
  const { pathname } = useLocation();
  const income = useIncomeMonth(itemId ?? 0, month);
  if (itemId === null || isNotFound(head.error)) return <NoSuchAccount />;
  const { data } = head;
  const isOnTransactions = pathname.startsWith(paths.accountTransactions(itemId));
  const current = income.data === undefined ? null : monthOfEntry(income.data.monthlyTimeline);
  return (
    <AreaShell
      label="Account"
      items={placesOf(itemId, month, data?.inflowCount ?? 0)}
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
            timeline={income.data?.monthlyTimelineList}
            selected={isOnTransactions ? month : (month ?? current)}
            hrefOf={(chosen) =>
              isOnTransactions
                ? paths.accountTransactions(itemId, undefined, { month: chosen })
                : paths.accountIncome(itemId, { month: chosen })
            }
          />
        ),
      }}
    >
      <AreaOutlet
        query={head}
        name="Account"
        documentTitle="Income"
        failedTitle="The account could not be loaded"
        staleTitle="This may be out of date"
      />
    </AreaShell>
  );
}

/** The month goes along from the dashboard and back; the badge counts what came in (docs/reference/product.md, "Income screens"). */
function placesOf(itemId: number, month: string | null, inflowCount: number): AreaItem[] {
  return [
    {
      href: paths.accountIncome(itemId, { month: month ?? undefined }),
      label: "Dashboard",
      icon: "dashboard",
    },
    {
      href: paths.accountTransactions(itemId),
      label: "Transactions",
      icon: "rows",
      badge: { count: inflowCount, label: "that came in" },
    },
    { href: paths.accountRentRoll(itemId), label: "Rent Roll", icon: "document" },
  ];
}

function NoSuchAccount() {
  return (
    <StatusPage code="404" title="There is no such account">
      <DocumentHead title="Account not found" description="There is no account at this address." isPrivate />
      <p>It may have been unlinked, or the address is mistyped.</p>
      <p>
        <Link className={buttonClassName({ variant: "primary" })} to={paths.accounts()}>
          All accounts
        </Link>
      </p>
    </StatusPage>
  );
}
