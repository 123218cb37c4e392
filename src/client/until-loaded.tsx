import type { ReactNode } from "react";
import type { HeadingLevel } from "#ui/heading-level.ts";
import { LoadingRegion } from "#ui/status/skeleton.tsx";
import { QueryError } from "./query-error.tsx";

type UntilLoadedProps = {
  query: { data: unknown; error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Noun for the data, as in "Couldn’t load the rent roll". */
  what: string;
  headingLevel?: HeadingLevel;
  className?: string | undefined;
  /** Skeletons of the data's size. */
  children: ReactNode;
};

/** Stands in for a query's data until there is some: its skeletons, or why it couldn't be loaded, with a retry. */
export function UntilLoaded({ query, what, headingLevel, className, children }: UntilLoadedProps) {
  if (query.data !== undefined) return null;
  if (query.error !== null) {
    return <QueryError title={`Couldn’t load ${what}`} headingLevel={headingLevel} query={query} />;
  }
  return (
    <LoadingRegion label={`Loading ${what}`} className={className}>
      {children}
    </LoadingRegion>
  );
}
