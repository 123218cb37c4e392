import { isRouteErrorResponse, Link, useLocation, useRevalidator, useRouteError } from "react-router";
import { ApiError } from "#shared/envelope.ts";
import { buttonClassName } from "#ui/button.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { failureWords } from "../data/api-failure.ts";
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
  return (
    <StatusPage code="401" title="Sign in to see this page">
      <p>This is the owner’s private area. Sign in with a Microsoft work or school account to continue.</p>
      <p>
        <a className={buttonClassName({ variant: "primary" })} href={authPaths.login(`${pathname}${search}`)}>
          Sign in with Microsoft
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

/** Default message of the envelope (docs/reference/http-api.md, "Error texts"), not shown to people. */
const unhandledMessage = "An unhandled error occurred";

/** Removes the code from the envelope's "CODE: sentence". */
function withoutCode(message: string): string {
  return message.replace(/^[A-Z][A-Z_]+: /, "");
}

/** Returns the error's message. A missing chunk means a new release, so a reload helps. */
function messageOf(error: unknown, isChunkMissing: boolean): string {
  if (isChunkMissing)
    return "Part of this page didn’t load. The site may have been updated. Reload the page.";
  if (error instanceof ApiError && error.message !== unhandledMessage)
    return error.statusCode === 500 ? failureWords(error) : withoutCode(error.message);
  if (isRouteErrorResponse(error) && typeof error.data === "string" && error.data !== "") return error.data;
  return "Couldn’t load this page. Try again. If this keeps happening, tell the site’s owner.";
}
