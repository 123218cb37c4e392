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
  /** Accessible name, if the name isn't beside the avatar; otherwise the avatar is hidden from assistive technology. */
  label?: string;
};

/** A letter in a circle of one of eight colors. */
export function Avatar({ text, colorIndex = 0, size, label }: AvatarProps) {
  const initial = avatarInitial(text);
  return (
    <span
      className={styles.avatar}
      style={{
        backgroundColor: `var(--color-avatar-${avatarColor(colorIndex)})`,
        ...(size !== undefined && { "--avatar-size": size }),
      }}
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      {initial === "" ? <Icon name="user" /> : initial}
    </span>
  );
}
