import type { QueryFilter } from "./code-query.ts";
import type { SearchFacetCounts, SearchItem } from "../search-shapes.ts";

/** A filter that a facet adds to a query. */
type FacetFilter = { name: "repo" | "language" | "path"; value: string };

/** Returns the filters that a facet's value stands for: a folder is `repository/folder`. */
export function filtersOfFacet(facet: keyof SearchFacetCounts, value: string): FacetFilter[] {
  if (facet === "repositories") return [{ name: "repo", value }];
  if (facet === "languages") return [{ name: "language", value }];
  const slash = value.indexOf("/");
  return [
    { name: "repo", value: value.slice(0, slash) },
    { name: "path", value: value.slice(slash + 1) },
  ];
}

/** Returns true if the query has the filter already. */
export function hasFilter(filters: readonly QueryFilter[], wanted: FacetFilter): boolean {
  return filters.some((filter) => isSame(filter, wanted));
}

/** Returns the test for names of repositories that a query is about: any that it names, and none that it excludes. */
export function repositoryTest(filters: readonly QueryFilter[]): (name: string) => boolean {
  const named = filters.filter(({ name }) => name === "repo");
  const isNamed = (repository: string, isExclusion: boolean) =>
    named.some(
      (filter) =>
        filter.isExclusion === isExclusion && filter.value.toLowerCase() === repository.toLowerCase(),
    );
  const isAny = named.every(({ isExclusion }) => isExclusion);
  return (name) => (isAny || isNamed(name, false)) && !isNamed(name, true);
}

/** Adds a filter to a query, unless it's there. */
export function withFilter(query: string, filters: readonly QueryFilter[], wanted: FacetFilter): string {
  if (hasFilter(filters, wanted)) return query;
  const value = /^[^\s"()]+$/u.test(wanted.value) ? wanted.value : `"${wanted.value.replaceAll('"', "")}"`;
  return `${query.trim()} ${wanted.name}:${value}`.trim();
}

/** Removes a filter from a query, wherever it stands. */
export function withoutFilter(query: string, filters: readonly QueryFilter[], unwanted: FacetFilter): string {
  let kept = "";
  let end = 0;
  for (const filter of filters.filter((one) => isSame(one, unwanted))) {
    kept += query.slice(end, filter.start).trimEnd();
    end = filter.end;
  }
  return (kept + query.slice(end)).trim();
}

function isSame({ name, value, isExclusion }: QueryFilter, wanted: FacetFilter): boolean {
  return !isExclusion && name === wanted.name && plainValue(name, value) === plainValue(name, wanted.value);
}

/** `repo:owner/name` and `repo:name`, `path:/src/` and `path:src` mean the same. */
function plainValue(name: QueryFilter["name"], value: string): string {
  const lower = value.toLowerCase();
  if (name === "repo") return lower.slice(lower.indexOf("/") + 1);
  return name === "path" ? lower.replaceAll(/^\/+|\/+$/gu, "") : lower;
}

/** Counts the facets of GitHub's answer, which has none, most first. `languageOf` returns the language of a path. */
export function facetsOfItems(
  items: readonly SearchItem[],
  languageOf: (path: string) => string | null,
): SearchFacetCounts {
  return {
    repositories: counted(items.map(({ repository }) => repository.name)),
    languages: counted(items.flatMap(({ path }) => languageOf(path) ?? [])),
    folders: [],
  };
}

function counted(values: readonly string[]): { value: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Array.from(counts, ([value, count]) => ({ value, count })).toSorted(
    (one, other) => other.count - one.count || one.value.localeCompare(other.value, "en"),
  );
}
