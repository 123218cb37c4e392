import { memberPaths } from "#client/routing/member-paths.ts";
import { Link } from "react-router";
import { buttonClassName } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";

/** Link to the screen that sorts by payee. */
export function SortLink() {
  return (
    <Link to={memberPaths.payees()} className={buttonClassName()} viewTransition>
      <Icon name="users" />
      Sort by payee
    </Link>
  );
}
