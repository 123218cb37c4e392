import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { LoaderFunctionArgs } from "react-router";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { breadcrumbJsonLd, DocumentHead } from "#client/document-head.tsx";
import { useIsHydrated } from "#client/hydrated.ts";
import { loadingOf } from "#client/data/loading-context.ts";
import { paths } from "#client/routing/paths.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { Prose } from "#ui/prose.tsx";
import { aboutQuery } from "./content-queries.ts";
import styles from "./reading-page.module.css";

export async function loader({ context }: LoaderFunctionArgs) {
  const { api, queryClient } = loadingOf(context);
  await queryClient.ensureQueryData(aboutQuery(api, queryClient));
  return null;
}

/** The about page; prints as a résumé. */
export function Component() {
  const { data: view } = useSuspenseQuery(aboutQuery(useApi(), useQueryClient()));
  const { ownerName, description, publicUrl } = usePublicConfig();
  const trail = [
    { name: "Home", path: paths.home() },
    { name: "About", path: paths.about() },
  ];
  return (
    <article className={styles.page}>
      <DocumentHead
        title={view?.title ?? `About ${ownerName}`}
        description={view?.description ?? description}
        canonicalPath={paths.about()}
        type="profile"
        jsonLd={[breadcrumbJsonLd(publicUrl, trail)]}
      />
      <header className={styles.head}>
        <h1>{view?.title ?? `About ${ownerName}`}</h1>
        <PrintButton />
      </header>
      {view === null ? (
        <EmptyState title="Nothing here yet" icon="document">
          The owner hasn’t written this page yet. Its content page has the slug <code>about-page</code>.
        </EmptyState>
      ) : (
        <Prose html={view.html} />
      )}
    </article>
  );
}

/** Print button, which appears once JavaScript runs; its space is reserved. */
function PrintButton() {
  const isReady = useIsHydrated();
  return (
    <span className={styles.print} data-ready={isReady ? "true" : undefined}>
      <Button size="small" icon="printer" onClick={() => globalThis.print()}>
        Print
      </Button>
    </span>
  );
}
