import { Outlet } from "react-router";
import { failureText, failureWords, requestIdOf } from "#client/data/api-failure.ts";
import { DocumentHead } from "#client/document-head.tsx";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";

type AreaOutletProps = {
  /** The thing that every screen of the area shows. */
  query: { data: unknown; error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
  /** Its kind, as people call it: "Budget". */
  name: string;
  /** Of the document, while it could not be loaded. */
  documentTitle: string;
  /** "The budget could not be loaded" */
  failedTitle: string;
  /** "These figures may be out of date" */
  staleTitle: string;
};

/** The screens of an area once what they are about is known; a failure to load it, or to renew it, is told above them. */
export function AreaOutlet({ query, name, documentTitle, failedTitle, staleTitle }: AreaOutletProps) {
  const { data, error, isFetching } = query;
  const retry = () => void query.refetch();
  if (data === undefined && error !== null) {
    return (
      <>
        <DocumentHead
          title={documentTitle}
          description={`This ${name.toLowerCase()} could not be loaded.`}
          isPrivate
        />
        <h1 className="visually-hidden">{name}</h1>
        <ErrorPanel
          title={failedTitle}
          message={failureWords(error)}
          onRetry={retry}
          isRetrying={isFetching}
          {...requestIdOf(error)}
        />
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
            <Button size="small" isPending={isFetching} onClick={retry}>
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
