import { isRouteErrorResponse, useRevalidator, useRouteError } from "react-router";
import { ApiError } from "#shared/envelope.ts";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { DocumentHead } from "../document-head.tsx";
import { NotFoundPanel } from "./not-found-panel.tsx";

/** A page's scripts or styles didn't load: the browser is offline, or a new release no longer has them. */
export class PageLoadError extends Error {}

/** Error page of a route: not found, or a failure with a retry. */
export function RouteError() {
  const error = useRouteError();
  const isMissing = statusOf(error) === 404;
  return (
    <>
      <ErrorHead title={isMissing ? "Page not found" : "Something went wrong"} />
      {isMissing ? <NotFoundPanel /> : <FailurePanel error={error} />}
    </>
  );
}

/** Metadata of an error page. */
export function ErrorHead({ title }: { title: string }) {
  return <DocumentHead title={title} description="Couldn’t load this page." isPrivate />;
}

/** Returns the HTTP status of an error that a route threw; 500 for one that isn't an answer. */
export function statusOf(error: unknown): number {
  if (isRouteErrorResponse(error)) return error.status;
  return error instanceof ApiError ? error.statusCode : 500;
}

function FailurePanel({ error }: { error: unknown }) {
  const { revalidate, state } = useRevalidator();
  return (
    <>
      <h1 className="visually-hidden">Something went wrong</h1>
      <ErrorPanel
        message={messageOf(error)}
        onRetry={() => (error instanceof PageLoadError ? globalThis.location.reload() : void revalidate())}
        isRetrying={state === "loading"}
        {...(error instanceof ApiError && error.requestId !== null ? { requestId: error.requestId } : {})}
      />
    </>
  );
}

/** Returns the error's message. */
function messageOf(error: unknown): string {
  // A sentence, after its code in the envelope (docs/reference/http-api.md, "Error texts"); a 500 has none for people.
  if (error instanceof ApiError && error.statusCode !== 500) {
    const sentence = /^(?:[A-Z_]+: )?(.+\.)$/.exec(error.message)?.[1];
    if (sentence !== undefined) return sentence;
  }
  if (isRouteErrorResponse(error) && typeof error.data === "string" && error.data !== "") return error.data;
  const reason = error instanceof PageLoadError ? "You may be offline, or the site was updated. " : "";
  return `Couldn’t load this page. ${reason}Try again.`;
}
