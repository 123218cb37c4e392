import { avatarColor, avatarInitial } from "./avatar-initial.ts";
import styles from "./avatar.module.css";
import { Icon } from "./icon.tsx";

type AvatarProps = {
  /** Name or address whose first letter is shown. */
  text: string;
  /** Position in a list, which determines one of eight colors. */
  colorIndex?: number;
  /** CSS size token; 35 px by default (docs/reference/product.md, "Shell"). */
  size?: `var(--${string})`;
};

/** A letter in a circle of one of eight colors, hidden from assistive technology because the name is beside it. */
export function Avatar({ text, colorIndex = 0, size }: AvatarProps) {
  const initial = avatarInitial(text);
  return (
    <span
      className={styles.avatar}
      style={{
        backgroundColor: `var(--color-avatar-${avatarColor(colorIndex)})`,
        ...(size !== undefined && { "--avatar-size": size }),
      }}
      aria-hidden
    >
      {initial === "" ? <Icon name="user" /> : initial}
    </span>
  );
}
