import { DocumentHead } from "#client/document-head.tsx";
import { PageHeader } from "#client/pages/page-header.tsx";
import { memberLoader } from "#client/routing/member-loader.ts";
import { categoriesQuery, payeesQuery } from "../budget-queries.ts";
import styles from "../rows/budget-rows.module.css";
import { isWholeList, PayeeSorter } from "./payee-sorter.tsx";

/** Loads the payees and the categories for them. */
export const loader = memberLoader(({ api, search, first }) => [
  first(payeesQuery(api, isWholeList(search))),
  first(categoriesQuery(api)),
]);

/** Sort by payee: one choice sorts all of a payee's transactions (docs/reference/product.md, "Routes"). */
export function Component() {
  return (
    <div className={styles.page}>
      <DocumentHead title="Sort by payee" description="Sort transactions by payee." isPrivate />
      <PageHeader
        title="Sort by payee"
        intro="One choice sorts everything from a payee, now and from now on. What you set by hand stays."
      />
      <PayeeSorter />
    </div>
  );
}
