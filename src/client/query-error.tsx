import { ErrorPanel } from "#ui/status/error-panel.tsx";
import type { HeadingLevel } from "#ui/heading-level.ts";
import { failureWords, requestIdOf } from "./data/api-failure.ts";

type QueryErrorProps = {
  title: string;
  headingLevel?: HeadingLevel | undefined;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
};

/** Error panel for a query that failed, with a retry. Renders nothing if it didn't. */
export function QueryError({ title, headingLevel, query }: QueryErrorProps) {
  const { error, isFetching, refetch } = query;
  if (error === null) return null;
  return (
    <ErrorPanel
      title={title}
      {...(headingLevel === undefined ? {} : { headingLevel })}
      message={failureWords(error)}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
      {...requestIdOf(error)}
    />
  );
}
