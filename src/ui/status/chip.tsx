import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { Icon, type IconName } from "../icon.tsx";
import { toneIcons, type Tone } from "./tone.ts";
import styles from "./chip.module.css";

/** Returns the class of a chip, for a router's link too (`isInteractive`). */
export function chipClassName({
  tone = "neutral",
  isInteractive = false,
}: { tone?: Tone; isInteractive?: boolean } = {}): string {
  return classNames(styles.chip, styles[tone], isInteractive && styles.interactive);
}

type ChipProps = {
  children: ReactNode;
  tone?: Tone;
  icon?: IconName;
  /** Makes it a button. */
  onPress?: () => void;
  /** With `onPress`: pressed state, for a filter. */
  isPressed?: boolean;
};

/** A short bordered label: a tag, or a filter. For a status use StatusChip. */
export function Chip({ children, tone, icon, onPress, isPressed }: ChipProps) {
  const className = chipClassName({
    tone: isPressed ? "accent" : (tone ?? "neutral"),
    isInteractive: onPress !== undefined,
  });
  const content = (
    <>
      {icon && <Icon name={icon} size="small" />}
      {children}
    </>
  );
  if (onPress)
    return (
      <button type="button" onClick={onPress} aria-pressed={isPressed} className={className}>
        {content}
      </button>
    );
  return <span className={className}>{content}</span>;
}

/** A status shown by icon, word, and color. */
export function StatusChip({ children, tone, icon }: { children: ReactNode; tone: Tone; icon?: IconName }) {
  return (
    <Chip tone={tone} icon={icon ?? toneIcons[tone]}>
      {children}
    </Chip>
  );
}
