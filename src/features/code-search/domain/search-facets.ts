import type { SearchItem } from "./search-results.ts";

export type Facet = { name: string; count: number };

/** Selected term of each facet; undefined selects all. */
export type FacetChoice = { repo?: string | undefined; language?: string | undefined };

export type SearchFacets = { repos: Facet[]; languages: Facet[]; items: SearchItem[] };

/** Facet for files without a known language. */
export const otherLanguage = "Other";

/**
 * Returns the results for the selection and the facets' counts. Each facet counts the results of the other one's
 * selection, so a count is what selecting it would show. `languageOf` returns the language of a path.
 */
export function searchFacets(
  items: readonly SearchItem[],
  choice: FacetChoice,
  languageOf: (path: string) => string | null,
): SearchFacets {
  const repoOf = (item: SearchItem) => item.repository.name;
  const languageName = (item: SearchItem) => languageOf(item.path) ?? otherLanguage;
  const inRepo = items.filter((item) => choice.repo === undefined || repoOf(item) === choice.repo);
  const inLanguage = items.filter(
    (item) => choice.language === undefined || languageName(item) === choice.language,
  );
  return {
    repos: counted(inLanguage, repoOf, choice.repo),
    languages: counted(inRepo, languageName, choice.language),
    items: inRepo.filter((item) => inLanguage.includes(item)),
  };
}

/** Sorts by count; keeps the selected term even without results, so that it can be deselected. */
function counted(
  items: readonly SearchItem[],
  nameOf: (item: SearchItem) => string,
  chosen: string | undefined,
): Facet[] {
  const counts = new Map<string, number>(chosen === undefined ? [] : [[chosen, 0]]);
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  return Array.from(counts, ([name, count]) => ({ name, count })).toSorted(
    (one, other) => other.count - one.count || one.name.localeCompare(other.name, "en"),
  );
}
