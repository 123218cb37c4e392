import { isRouteErrorResponse, Link, useLocation, useRevalidator, useRouteError } from "react-router";
import { ApiError } from "#shared/envelope.ts";
import { buttonClassName } from "#ui/button.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { authPaths, paths } from "../routing/paths.ts";
import { DocumentHead } from "../document-head.tsx";
import { NotFoundPanel } from "./not-found-panel.tsx";
import { StatusPage } from "./status-page.tsx";

/** The face of a route that could not be shown: sign in, no access, not found, or what went wrong with a retry. */
export function RouteError() {
  const error = useRouteError();
  const status = statusOf(error);
  return (
    <>
      <DocumentHead
        title={titles[status] ?? "Something went wrong"}
        description="This page could not be shown."
        isPrivate
      />
      {status === 401 ? <SignInFace /> : status === 403 ? <AccessDeniedFace /> : null}
      {status === 404 ? <NotFoundPanel /> : null}
      {titles[status] === undefined ? <FailureFace error={error} /> : null}
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

function SignInFace() {
  const { pathname, search } = useLocation();
  return (
    <StatusPage code="401" title="Sign in to see this page">
      <p>
        This is the owner’s private area. Sign in with a Microsoft work or school account; you come back to
        this page.
      </p>
      <p>
        <a className={buttonClassName({ variant: "primary" })} href={authPaths.login(`${pathname}${search}`)}>
          Sign in with Microsoft
        </a>
      </p>
    </StatusPage>
  );
}

function AccessDeniedFace() {
  return (
    <StatusPage code="403" title="Access Denied">
      <p>
        You are signed in, but this account is not on the owner’s list. Ask the owner to add it, or sign out
        and use another account.
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

function FailureFace({ error }: { error: unknown }) {
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

/** What the envelope says where the answer held nothing to say (docs/reference/http-api.md, "Error texts"): no help to a person. */
const unhandledMessage = "An unhandled error occurred";

/** The envelope's "CODE: sentence" as a sentence. */
function withoutCode(message: string): string {
  return message.replace(/^[A-Z][A-Z_]+: /, "");
}

/** A new release removes the old chunks: the tab that still asks for them only needs to load anew. */
function messageOf(error: unknown, isChunkMissing: boolean): string {
  if (isChunkMissing)
    return "A part of this page could not be loaded. The site may have been renewed: load it again.";
  if (error instanceof ApiError && error.message !== unhandledMessage) return withoutCode(error.message);
  if (isRouteErrorResponse(error) && typeof error.data === "string" && error.data !== "") return error.data;
  return "This page could not be shown. Try again; if it stays so, the owner’s log says why.";
}
