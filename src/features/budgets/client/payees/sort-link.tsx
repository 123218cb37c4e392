import { memberPaths } from "#client/routing/member-paths.ts";
import { Icon } from "#ui/icon.tsx";
import { ButtonLink } from "#ui/link.tsx";

/** Link to the screen that sorts by payee. */
export function SortLink() {
  return (
    <ButtonLink to={memberPaths.payees()} viewTransition>
      <Icon name="users" />
      Sort by payee
    </ButtonLink>
  );
}
