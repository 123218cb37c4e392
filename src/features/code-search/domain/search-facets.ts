import type { SearchItem } from "./search-results.ts";

export type Facet = { name: string; count: number };

/** What is chosen of each facet; undefined takes all. */
export type FacetChoice = { repo?: string | undefined; language?: string | undefined };

export type SearchFacets = { repos: Facet[]; languages: Facet[]; items: SearchItem[] };

/** The language of files that have none, as a facet. */
export const otherLanguage = "Other";

/**
 * The results that fit the choice, and how many of each facet there are. A facet's counts are of the results that the other
 * facet leaves, so that each shows what choosing it brings. `languageOf` names the language of a path.
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

/** The most first; what is chosen stays in the list though nothing is left of it, so that it can be taken back. */
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
