import { Outlet } from "react-router";
import { failureText } from "#client/data/api-failure.ts";
import { DocumentHead } from "#client/document-head.tsx";
import { QueryError } from "#client/query-error.tsx";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";

type AreaOutletProps = {
  /** Query for the budget or account that every screen of the area shows. */
  query: { data: unknown; error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
  /** Kind of the area: "Budget". */
  name: string;
  /** Document title after a failure. */
  documentTitle: string;
  /** Heading after a failure: "Couldn’t load the budget". */
  failedTitle: string;
  /** Warning after a failed refresh: "These figures may be out of date". */
  staleTitle: string;
};

/** Outlet for an area's screens, with an error if the area's data failed to load and a warning if a refresh failed. */
export function AreaOutlet({ query, name, documentTitle, failedTitle, staleTitle }: AreaOutletProps) {
  const { data, error, isFetching } = query;
  if (data === undefined && error !== null) {
    return (
      <>
        <DocumentHead
          title={documentTitle}
          description={`Couldn’t load this ${name.toLowerCase()}.`}
          isPrivate
        />
        <h1 className="visually-hidden">{name}</h1>
        <QueryError title={failedTitle} query={query} />
      </>
    );
  }
  return (
    <>
      {error === null ? null : (
        <Callout
          tone="warning"
          title={staleTitle}
          action={
            <Button size="small" isPending={isFetching} onClick={() => void query.refetch()}>
              Try again
            </Button>
          }
          isLive
        >
          {failureText(error)}
        </Callout>
      )}
      <Outlet />
    </>
  );
}
