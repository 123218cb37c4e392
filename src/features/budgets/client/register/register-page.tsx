import { institutionsQuery } from "#client/data/institutions-query.ts";
import { DocumentHead } from "#client/document-head.tsx";
import { isFiltered, useListView } from "#client/lists/list-view.ts";
import { PageHeader } from "#client/pages/page-header.tsx";
import { memberLoader } from "#client/routing/member-loader.ts";
import { ActionMenu } from "#ui/overlay/menu.tsx";
import { categoriesQuery, ledgerQuery, rulesQuery, tagsQuery } from "../budget-queries.ts";
import { transferSuggestionsQuery } from "#client/data/transfer-suggestions-query.ts";
import { SortLink } from "../payees/sort-link.tsx";
import styles from "../rows/budget-rows.module.css";
import { RegisterRows } from "./register-rows.tsx";
import { readRegisterView, registerExportHref, registerInput } from "./register-view.ts";

/** Loads the transactions of the view in the URL, and the names for its filters. */
export const loader = memberLoader(({ api, search, first }) => {
  const view = readRegisterView(search);
  return [
    first(ledgerQuery(api, registerInput(view))),
    first(categoriesQuery(api)),
    first(institutionsQuery(api)),
    first(tagsQuery(api)),
    ...(isFiltered(view) ? [] : [first(transferSuggestionsQuery(api, null))]),
    ...(view.rule === undefined ? [] : [first(rulesQuery(api))]),
  ];
});

/** Transactions page: everything in all accounts (docs/reference/product.md, "Routes"). */
export function Component() {
  const { view } = useListView(readRegisterView);
  return (
    <div className={styles.page}>
      <DocumentHead title="Transactions" description="Transactions of all your accounts." isPrivate />
      <PageHeader
        title="Transactions"
        intro="Everything in your accounts, newest first."
        actions={
          <>
            <SortLink />
            <ActionMenu
              label="Export"
              trigger="Export"
              variant="secondary"
              actions={[
                {
                  id: "csv",
                  label: "CSV",
                  description: "For spreadsheets",
                  download: registerExportHref(view, "csv"),
                },
                {
                  id: "ofx",
                  label: "OFX",
                  description: "For finance software, by account",
                  download: registerExportHref(view, "ofx"),
                },
              ]}
            />
          </>
        }
      />
      <RegisterRows />
    </div>
  );
}
