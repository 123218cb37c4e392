import { ButtonLink } from "#ui/link.tsx";
import { paths } from "../routing/paths.ts";
import { StatusPage } from "./status-page.tsx";

/** Panel for a missing page, with ways to continue. */
export function NotFoundPanel() {
  return (
    <StatusPage code="404" title="Page not found">
      <p>
        The address may be mistyped, or the page has moved. Press <kbd>/</kbd> to search all pages and posts.
      </p>
      <p>
        <ButtonLink variant="primary" to={paths.home()}>
          Go to the home page
        </ButtonLink>
      </p>
    </StatusPage>
  );
}
