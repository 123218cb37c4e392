import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { Icon, type IconName } from "../icon.tsx";
import { toneIcons, type Tone } from "./tone.ts";
import styles from "./chip.module.css";

/** The class of a chip, so that a router's link can wear it (`isInteractive`). */
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
  /** With `onPress`: whether it is switched on (a filter). */
  isPressed?: boolean;
  /** Makes it a link. */
  href?: string;
};

/** A short word with a border: a tag, a filter, a link to a group. For a state use StatusChip. */
export function Chip({ children, tone, icon, onPress, isPressed, href }: ChipProps) {
  const isInteractive = onPress !== undefined || href !== undefined;
  const className = chipClassName({ tone: isPressed ? "accent" : (tone ?? "neutral"), isInteractive });
  const content = (
    <>
      {icon && <Icon name={icon} size="small" />}
      {children}
    </>
  );
  if (href !== undefined)
    return (
      <a href={href} className={className}>
        {content}
      </a>
    );
  if (onPress)
    return (
      <button type="button" onClick={onPress} aria-pressed={isPressed} className={className}>
        {content}
      </button>
    );
  return <span className={className}>{content}</span>;
}

/** A state told three ways: icon, word and colour. */
export function StatusChip({ children, tone, icon }: { children: ReactNode; tone: Tone; icon?: IconName }) {
  return (
    <Chip tone={tone} icon={icon ?? toneIcons[tone]}>
      {children}
    </Chip>
  );
}
