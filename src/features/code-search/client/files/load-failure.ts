import {
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
} from "@tanstack/react-query";
import { canRetry } from "#client/data/api-failure.ts";
import { ApiError } from "#shared/envelope.ts";
import { fileFailureText } from "../code-search-queries.ts";

/** Reason why something can't be shown, as data that travels with the server's page. */
type LoadFailure = { message: string; isUnknown: boolean; canRetry: boolean; requestId: string | null };

/** A failed query isn't part of the server's page, so what failed is noted as another one. */
function failureKey(key: QueryKey): QueryKey {
  return ["failure", ...key];
}

/** Notes on the server why a query failed, so that the browser shows the same page and doesn't ask again. */
export function noteFailure(queryClient: QueryClient, key: QueryKey, reason: unknown): void {
  queryClient.setQueryData(failureKey(key), failureOf(reason));
}

/** Outcome of loading: neither data nor a failure means that it hasn't come yet. */
export type Loaded<Data> = {
  data: Data | undefined;
  failure: LoadFailure | null;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
};

/** Runs a query unless the server noted its failure; a retry runs it in any case. */
export function useLoaded<Data, Key extends QueryKey>(
  query: UseQueryOptions<Data, Error, Data, Key>,
): Loaded<Data> {
  const noted = useQueryClient().getQueryData<LoadFailure>(failureKey(query.queryKey)) ?? null;
  const { data, error, isFetching, refetch } = useQuery({ ...query, enabled: noted === null });
  return { data, isFetching, refetch, failure: error === null ? noted : failureOf(error) };
}

/** Returns the request id as an ErrorPanel property. */
export function requestOf({ requestId }: LoadFailure): { requestId?: string } {
  return requestId === null ? {} : { requestId };
}

function failureOf(reason: unknown): LoadFailure {
  const error = reason instanceof Error ? reason : new Error(String(reason));
  return {
    message: fileFailureText(error),
    isUnknown: error instanceof ApiError && error.statusCode === 404,
    canRetry: canRetry(error),
    requestId: error instanceof ApiError ? error.requestId : null,
  };
}
