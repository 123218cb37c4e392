import { Link } from "react-router";
import { buttonClassName } from "#ui/button.tsx";
import { paths } from "../routing/paths.ts";
import { StatusPage } from "./status-page.tsx";

/** Says that nothing is here and where to go instead. */
export function NotFoundPanel() {
  return (
    <StatusPage code="404" title="There is no page here">
      <p>
        The address may be mistyped, or what was here has moved. The command palette in the bar (or the key{" "}
        <kbd>/</kbd>) finds every page and post.
      </p>
      <p>
        <Link className={buttonClassName({ variant: "primary" })} to={paths.home()}>
          Go to the home page
        </Link>
      </p>
    </StatusPage>
  );
}
