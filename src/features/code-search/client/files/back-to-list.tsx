import { useLocation, useNavigate } from "react-router";
import { buttonClassName } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";

/** Link back. After coming from a list it uses the browser's history, which restores the list. */
export function BackToList({ href, label }: { href: string; label: string }) {
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const isFromList = typeof state === "object" && state !== null && "fromList" in state;
  return (
    <Link
      to={href}
      replace
      preventScrollReset
      className={buttonClassName({ size: "small" })}
      onClick={(event) => {
        if (!isFromList || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      <Icon path="M16.5 10h-13M8.5 5l-5 5 5 5" size="small" />
      {label}
    </Link>
  );
}
