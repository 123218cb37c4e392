import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useRevalidator, useRouteError } from "react-router";
import { buttonClassName } from "#ui/button.tsx";
import { ButtonLink } from "#ui/link.tsx";
import { useApi, usePublicConfig } from "../app-context.tsx";
import { authQuery } from "../auth-state.ts";
import { authPaths, paths } from "../routing/paths.ts";
import { ErrorHead, RouteError, statusOf } from "./route-error.tsx";
import { StatusPage } from "./status-page.tsx";

/** Error page of a member's route: sign-in, no access, or what other routes show. */
export function MemberRouteError() {
  const status = statusOf(useRouteError());
  if (status === 401) return <SignInPanel />;
  return status === 403 ? <AccessDeniedPanel /> : <RouteError />;
}

function SignInPanel() {
  const { pathname, search } = useLocation();
  const { signInName } = usePublicConfig();
  useShowOnceSignedIn();
  return (
    <StatusPage code="401" title="Sign in to see this page">
      <ErrorHead title="Sign in" />
      <p>This page is only for people who are signed in.</p>
      <p>
        <a className={buttonClassName({ variant: "primary" })} href={authPaths.login(`${pathname}${search}`)}>
          Sign in with {signInName}
        </a>
      </p>
    </StatusPage>
  );
}

/** Shows the page itself once somebody has signed in in another tab. Who was known before doesn't count: their session may be idle. */
function useShowOnceSignedIn() {
  const { data, dataUpdatedAt } = useQuery({ ...authQuery(useApi()), refetchOnWindowFocus: "always" });
  const { revalidate } = useRevalidator();
  const [shownAt] = useState(dataUpdatedAt);
  const isSignedIn = data?.signedIn === true && dataUpdatedAt > shownAt;
  useEffect(() => {
    if (isSignedIn) void revalidate();
  }, [isSignedIn, revalidate]);
}

function AccessDeniedPanel() {
  return (
    <StatusPage code="403" title="Access Denied">
      <ErrorHead title="Access Denied" />
      <p>
        Your account isn’t on the owner’s list. Ask the owner to add it, or sign out and use another account.
      </p>
      <p>
        <a className={buttonClassName({ variant: "primary" })} href={authPaths.logout()}>
          Logout
        </a>{" "}
        <ButtonLink to={paths.home()}>Home</ButtonLink>
      </p>
    </StatusPage>
  );
}
