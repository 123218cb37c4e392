import { extensionOf, fileNameOf, isInLanguage, languageNamed } from "#shared/text/file-languages.ts";
import type { CodeQuery, QueryFilter } from "../query/code-query.ts";
import { hasOnlyQualifiers, hasPlaceholder } from "../query/github-query.ts";
import { readSizeRange } from "../query/size-range.ts";

/** A file in a repository's tree. */
export type ListedFile = { path: string; sizeBytes: number };

type FileTest = (file: ListedFile) => boolean;

/**
 * Returns a file filter for a search with only qualifiers, which GitHub's code search accepts or refuses at random
 * (docs/decisions, "Searches without a word"); null if only GitHub can answer.
 */
export function fileTestOf(query: CodeQuery): FileTest | null {
  const filters = query.filters.filter(({ name }) => name !== "repo");
  if (!hasOnlyQualifiers(query) || filters.length === 0) return null;
  const tests: { kind: string; isExclusion: boolean; fits: FileTest }[] = [];
  for (const filter of filters) {
    const fits = testOf(filter);
    if (fits === null) return null;
    const { name, isExclusion } = filter;
    tests.push({ kind: `${name} ${isExclusion}`, isExclusion, fits });
  }
  // As on GitHub: any of several languages or paths matches, and no excluded one may.
  const kinds = Object.values(Object.groupBy(tests, ({ kind }) => kind));
  return (file) =>
    kinds.every((same = []) => same.some(({ fits }) => fits(file)) !== (same[0]?.isExclusion === true));
}

function testOf(filter: QueryFilter): FileTest | null {
  const wanted = filter.value.toLowerCase();
  if (hasPlaceholder(filter)) return null;
  switch (filter.name) {
    case "language": {
      const language = languageNamed(wanted);
      return language === null ? null : ({ path }) => isInLanguage(path, language);
    }
    case "extension":
      return ({ path }) => extensionOf(path) === wanted.replace(/^\./, "");
    case "file":
      return ({ path }) => fileNameOf(path).includes(wanted);
    case "path":
      return pathTest(wanted);
    case "size":
      return sizeTest(wanted);
    default:
      return null;
  }
}

/** Filters by path: `path:/` is the top folder only; any other path is a folder with everything below it, or part of the file's path. */
function pathTest(wanted: string): FileTest {
  if (wanted === "/") return ({ path }) => !path.includes("/");
  const folder = wanted.replaceAll(/^\/+|\/+$/g, "");
  return ({ path }) => `/${path.toLowerCase()}`.includes(`/${folder}`);
}

function sizeTest(wanted: string): FileTest | null {
  const range = readSizeRange(wanted);
  return range === null ? null : ({ sizeBytes }) => sizeBytes >= range.least && sizeBytes <= range.most;
}
