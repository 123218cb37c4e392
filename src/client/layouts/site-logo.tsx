import { usePublicConfig } from "../app-context.tsx";
import styles from "./site-logo.module.css";

/** Logo: the owner's initials on two ruled lines. */
export function SiteLogo() {
  const { ownerName } = usePublicConfig();
  const initials = ownerName
    .split(/\s+/)
    .map((word) => word[0] ?? "")
    .slice(0, 2)
    .join("");
  return (
    <span className={styles.logo}>
      <span aria-hidden="true">{initials}</span>
      <span className="visually-hidden">{ownerName}</span>
    </span>
  );
}
