import { invalid } from "#shared/errors.ts";
import type { CodeQuery, QueryFilter } from "../domain/query/code-query.ts";

/**
 * Replaces former names of the repositories to search by their names.
 * @param nameOf returns null for a repository that isn't there
 * @throws AppError 400 for one that isn't there
 */
export async function withKnownNames(
  query: CodeQuery,
  owner: string,
  nameOf: (given: string) => Promise<string | null>,
): Promise<CodeQuery> {
  const filters = await Promise.all(
    query.filters.map(async (filter): Promise<QueryFilter> => {
      if (filter.name !== "repo" || filter.isExclusion) return filter;
      const name = await nameOf(filter.value);
      if (name !== null) return { ...filter, value: name };
      throw invalid({ term: [`${owner} has no public repository called ${filter.value}.`] });
    }),
  );
  return { ...query, filters };
}
