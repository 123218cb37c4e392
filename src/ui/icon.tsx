import { classNames } from "./class-names.ts";
import { iconPaths, type IconName } from "./icon-paths.ts";
import styles from "./icon.module.css";

export type { IconName } from "./icon-paths.ts";

/** An icon that several places have, or the path of one that only its place has, in the same format (`icon-paths.ts`). */
type Drawing = { name: IconName; path?: undefined } | { path: string; name?: undefined };

type IconProps = Drawing & {
  size?: "small" | "medium" | "large";
  className?: string | undefined;
};

/** A line icon in the color of the surrounding text: 16, 20 (default), or 32 px. What it means, the text beside it says. */
export function Icon({ name, path, size = "medium", className }: IconProps) {
  return (
    <svg
      viewBox="0 0 20 20"
      className={classNames(styles.icon, styles[size], className)}
      focusable="false"
      aria-hidden
    >
      <path d={path === undefined ? iconPaths[name] : path} />
    </svg>
  );
}
