import { isRouteErrorResponse, Link, useLocation, useRevalidator, useRouteError } from "react-router";
import { ApiError } from "#shared/envelope.ts";
import { buttonClassName } from "#ui/button.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { usePublicConfig } from "../app-context.tsx";
import { authPaths, paths } from "../routing/paths.ts";
import { DocumentHead } from "../document-head.tsx";
import { NotFoundPanel } from "./not-found-panel.tsx";
import { StatusPage } from "./status-page.tsx";

/** Error page of a route: sign-in, no access, not found, or a failure with a retry. */
export function RouteError() {
  const error = useRouteError();
  const status = statusOf(error);
  return (
    <>
      <DocumentHead
        title={titles[status] ?? "Something went wrong"}
        description="Couldn’t load this page."
        isPrivate
      />
      {status === 401 ? <SignInPanel /> : status === 403 ? <AccessDeniedPanel /> : null}
      {status === 404 ? <NotFoundPanel /> : null}
      {titles[status] === undefined ? <FailurePanel error={error} /> : null}
    </>
  );
}

const titles: Record<number, string | undefined> = {
  401: "Sign in",
  403: "Access Denied",
  404: "Page not found",
};

function statusOf(error: unknown): number {
  if (isRouteErrorResponse(error)) return error.status;
  return error instanceof ApiError ? error.statusCode : 500;
}

function SignInPanel() {
  const { pathname, search } = useLocation();
  const { signInName } = usePublicConfig();
  return (
    <StatusPage code="401" title="Sign in to see this page">
      <p>This page is only for people who are signed in.</p>
      <p>
        <a className={buttonClassName({ variant: "primary" })} href={authPaths.login(`${pathname}${search}`)}>
          Sign in with {signInName}
        </a>
      </p>
    </StatusPage>
  );
}

function AccessDeniedPanel() {
  return (
    <StatusPage code="403" title="Access Denied">
      <p>
        Your account isn’t on the owner’s list. Ask the owner to add it, or sign out and use another account.
      </p>
      <p>
        <a className={buttonClassName({ variant: "primary" })} href={authPaths.logout()}>
          Logout
        </a>{" "}
        <Link className={buttonClassName()} to={paths.home()}>
          Home
        </Link>
      </p>
    </StatusPage>
  );
}

function FailurePanel({ error }: { error: unknown }) {
  const { revalidate, state } = useRevalidator();
  const isChunkMissing = error instanceof TypeError && /import|module/i.test(error.message);
  return (
    <>
      <h1 className="visually-hidden">Something went wrong</h1>
      <ErrorPanel
        message={messageOf(error, isChunkMissing)}
        onRetry={() => (isChunkMissing ? globalThis.location.reload() : void revalidate())}
        isRetrying={state === "loading"}
        {...(error instanceof ApiError && error.requestId !== null ? { requestId: error.requestId } : {})}
      />
    </>
  );
}

/** Returns the error's message. A missing chunk means a new release, so a reload helps. */
function messageOf(error: unknown, isChunkMissing: boolean): string {
  if (isChunkMissing) return "The site may have been updated. Reload the page.";
  // A sentence, after its code in the envelope (docs/reference/http-api.md, "Error texts"); a 500 has none for people.
  if (error instanceof ApiError && error.statusCode !== 500) {
    const sentence = /^(?:[A-Z_]+: )?(.+\.)$/.exec(error.message)?.[1];
    if (sentence !== undefined) return sentence;
  }
  if (isRouteErrorResponse(error) && typeof error.data === "string" && error.data !== "") return error.data;
  return "Couldn’t load this page. Try again.";
}
