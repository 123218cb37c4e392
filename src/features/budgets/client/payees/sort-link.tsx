import { Link } from "react-router";
import { buttonClassName } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { payeesPath } from "#client/routing/payees-path.ts";

/** Link to the screen that sorts by payee. */
export function SortLink() {
  return (
    <Link to={payeesPath} className={buttonClassName()} viewTransition>
      <Icon name="users" />
      Sort by payee
    </Link>
  );
}
