import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useSearchParams, type LoaderFunctionArgs } from "react-router";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { breadcrumbJsonLd, DocumentHead } from "#client/document-head.tsx";
import { loadingOf } from "#client/data/loading-context.ts";
import { PageLinks } from "#client/pages/page-links.tsx";
import { paths } from "#client/routing/paths.ts";
import { buttonClassName } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import type { PostsView, TermFacet } from "../domain/content-views.ts";
import { postsQuery, type PostsFilter } from "./content-queries.ts";
import { PostCards } from "./post-cards.tsx";
import styles from "./posts-page.module.css";

function readFilter(search: URLSearchParams): PostsFilter {
  const page = Number(search.get("page") ?? "1");
  return {
    tag: search.get("tag") ?? undefined,
    category: search.get("category") ?? undefined,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { api, queryClient } = loadingOf(context);
  await queryClient.ensureQueryData(
    postsQuery(api, queryClient, readFilter(new URL(request.url).searchParams)),
  );
  return null;
}

/** All articles, newest first, by tag and category; the filter is in the URL. */
export function Component() {
  const [search] = useSearchParams();
  const filter = readFilter(search);
  const { data: view } = useSuspenseQuery(postsQuery(useApi(), useQueryClient(), filter));
  const { ownerName, publicUrl } = usePublicConfig();
  const title = headingOf(view);
  const trail = [
    { name: "Home", path: paths.home() },
    { name: "Posts", path: paths.posts() },
  ];
  return (
    <div className={styles.page}>
      <DocumentHead
        title={title}
        description={`${title} by ${ownerName}. Articles on software, newest first.`}
        canonicalPath={paths.posts(definedOnly({ ...filter, page: view.page }))}
        jsonLd={[breadcrumbJsonLd(publicUrl, trail)]}
      />
      <h1 className={styles.title}>{title}</h1>
      <Facets view={view} filter={filter} />
      <div className={styles.list}>
        {view.total === 0 ? (
          <NoPosts isFiltered={filter.tag !== undefined || filter.category !== undefined} />
        ) : null}
        <PostCards cards={view.cards} headingLevel={2} />
        <PageLinks
          label="Pages of posts"
          page={view.page}
          pageCount={view.pageCount}
          pagePath={(page) => paths.posts(definedOnly({ ...filter, page }))}
          className={styles.pages}
        />
      </div>
    </div>
  );
}

function headingOf(view: PostsView): string {
  const terms = [view.tag?.name, view.category?.name].filter((name) => name !== undefined);
  return terms.length === 0 ? "Posts" : `Posts on ${terms.join(" and ")}`;
}

function definedOnly(filter: PostsFilter): { tag?: string; category?: string; page?: number } {
  return {
    ...(filter.tag === undefined ? {} : { tag: filter.tag }),
    ...(filter.category === undefined ? {} : { category: filter.category }),
    page: filter.page,
  };
}

function Facets({ view, filter }: { view: PostsView; filter: PostsFilter }) {
  return (
    <nav className={styles.facets} aria-label="Filter posts">
      <FacetList
        title="Tags"
        terms={view.tags}
        selected={filter.tag}
        hrefFor={(tag) => paths.posts(definedOnly({ ...filter, tag, page: 1 }))}
      />
      <FacetList
        title="Categories"
        terms={view.categories}
        selected={filter.category}
        hrefFor={(category) => paths.posts(definedOnly({ ...filter, category, page: 1 }))}
      />
      <p className={styles.feeds}>
        <a href="/feed.xml">Atom feed</a>
        <a href="/feed.json">JSON feed</a>
      </p>
    </nav>
  );
}

type FacetListProps = {
  title: string;
  terms: TermFacet[];
  selected: string | undefined;
  hrefFor: (slug: string | undefined) => string;
};

/** Links to filter by a term; the selected term's link removes the filter. */
function FacetList({ title, terms, selected, hrefFor }: FacetListProps) {
  if (terms.length === 0) return null;
  return (
    <div>
      <h2 className={styles.facetTitle}>{title}</h2>
      <ul className={styles.terms}>
        {terms.map(({ slug, name, count }) => (
          <li key={slug}>
            <Link
              to={hrefFor(slug === selected ? undefined : slug)}
              className={styles.term}
              aria-current={slug === selected ? "true" : undefined}
              viewTransition
            >
              {name} <span className={styles.count}>{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function NoPosts({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered)
    return (
      <EmptyState title="No posts yet" icon="document">
        New posts will appear here.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No matching posts"
      icon="document"
      action={
        <Link to={paths.posts()} className={buttonClassName()}>
          Show all posts
        </Link>
      }
    />
  );
}
