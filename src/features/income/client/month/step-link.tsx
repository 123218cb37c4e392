import { iconButtonClassName } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";

type StepLinkProps = { to: string; label: string; direction: "left" | "right" };

/** Arrow to the months before or after those that a screen shows, in their place in the history. */
export function StepLink({ to, label, direction }: StepLinkProps) {
  return (
    <Link
      to={to}
      className={iconButtonClassName({ size: "small" })}
      aria-label={label}
      title={label}
      preventScrollReset
      replace
    >
      <Icon name={`chevron-${direction}`} size="small" />
    </Link>
  );
}
