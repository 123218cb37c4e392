import type { ComponentProps, MouseEvent } from "react";
import { classNames } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";
import { looksChanging, useReadOnlyReason } from "./read-only.ts";
import styles from "./button.module.css";
import { Spinner } from "./status/spinner.tsx";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger" | "outlined-on-bar";
export type ButtonSize = "medium" | "small";

export type ButtonLook = { variant?: ButtonVariant | undefined; size?: ButtonSize | undefined };

const variantClass: Record<ButtonVariant, string | undefined> = {
  primary: styles.primary,
  secondary: styles.secondary,
  quiet: styles.quiet,
  danger: styles.danger,
  "outlined-on-bar": styles.outlinedOnBar,
};

/** Returns the class of a button, for a router's link too. */
export function buttonClassName({ variant = "secondary", size = "medium" }: ButtonLook = {}): string {
  return classNames(styles.button, variantClass[variant], size === "small" && styles.small);
}

/** Returns the class of a square icon button; its element needs its own accessible name. */
export function iconButtonClassName({ variant = "quiet", size = "medium" }: ButtonLook = {}): string {
  return classNames(buttonClassName({ variant, size }), styles.square);
}

type PendingProps = {
  /** Pending: the button keeps its width and focus, sets aria-busy, and ignores presses. */
  isPending?: boolean | undefined;
};

type ButtonProps = ComponentProps<"button"> & ButtonLook & PendingProps & { icon?: IconName | undefined };

/**
 * A native button. `type` is "button" by default, so that nothing is submitted by accident. Where money may only be seen, one that
 * changes something is disabled.
 */
export function Button({ variant, size, icon, isPending, className, children, ...native }: ButtonProps) {
  const readOnly = useReadOnlyProps({ variant, icon, type: native.type });
  return (
    <button
      type="button"
      {...native}
      {...readOnly}
      {...(isPending && pendingProps)}
      className={classNames(buttonClassName({ variant, size }), className)}
    >
      <span className={styles.content}>
        {icon && <Icon name={icon} size={size === "small" ? "small" : "medium"} />}
        {children}
      </span>
      {isPending && <PendingMark />}
    </button>
  );
}

type IconButtonProps = Omit<ComponentProps<"button">, "children" | "aria-label" | "title"> &
  ButtonLook &
  PendingProps & {
    icon: IconName;
    /** Accessible name and tooltip. */
    label: string;
  };

/** A square icon button with an accessible name that is also its tooltip. */
export function IconButton({ variant, size, icon, label, isPending, className, ...native }: IconButtonProps) {
  const readOnly = useReadOnlyProps({ variant, icon, type: native.type });
  return (
    <button
      type="button"
      {...native}
      {...(isPending && pendingProps)}
      aria-label={label}
      title={label}
      {...readOnly}
      className={classNames(iconButtonClassName({ variant, size }), className)}
    >
      <span className={styles.content}>
        <Icon name={icon} size={size === "small" ? "small" : "medium"} />
      </span>
      {isPending && <PendingMark />}
    </button>
  );
}

/** Returns what disables a button that would change something where nothing can be changed, with the reason as its tooltip. */
function useReadOnlyProps(look: Parameters<typeof looksChanging>[0]) {
  const reason = useReadOnlyReason();
  return reason !== null && looksChanging(look) ? { disabled: true, title: reason } : {};
}

function PendingMark() {
  return (
    <span className={styles.pendingMark}>
      <Spinner />
    </span>
  );
}

/** Pending instead of `disabled`, which would drop the focus. Also prevents the default action (submitting a form). */
const pendingProps = {
  "aria-busy": true,
  "aria-disabled": true,
  onClick: (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    event.stopPropagation();
  },
};
