import { avatarColour, avatarInitial } from "./avatar-initial.ts";
import styles from "./avatar.module.css";
import { Icon } from "./icon.tsx";

type AvatarProps = {
  /** A name or address; its first letter is shown. */
  text: string;
  /** Position in a list: picks one of eight colours, cycling. */
  colourIndex?: number;
  /** Size as a CSS value of a token; 35 px by default (docs/reference/product.md, "Shell"). */
  size?: `var(--${string})`;
  /** Say it where the name is not beside the avatar; else it is hidden from assistive technology. */
  label?: string;
};

/** A round letter on one of eight grounds. */
export function Avatar({ text, colourIndex = 0, size, label }: AvatarProps) {
  const initial = avatarInitial(text);
  return (
    <span
      className={styles.avatar}
      style={{
        backgroundColor: `var(--color-avatar-${avatarColour(colourIndex)})`,
        ...(size !== undefined && { "--avatar-size": size }),
      }}
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      {initial === "" ? <Icon name="user" /> : initial}
    </span>
  );
}
