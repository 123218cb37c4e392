import { memberPaths } from "#client/routing/member-paths.ts";
import { buttonClassName } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";

/** Link to the screen that sorts by payee. */
export function SortLink() {
  return (
    <Link to={memberPaths.payees()} className={buttonClassName()} viewTransition>
      <Icon name="users" />
      Sort by payee
    </Link>
  );
}
