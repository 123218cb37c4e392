import type { ComponentProps, MouseEvent } from "react";
import { classNames } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./button.module.css";
import { Spinner } from "./status/spinner.tsx";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger" | "outlined-on-bar";
export type ButtonSize = "medium" | "small";

type ButtonLook = { variant?: ButtonVariant | undefined; size?: ButtonSize | undefined };

const variantClass: Record<ButtonVariant, string | undefined> = {
  primary: styles.primary,
  secondary: styles.secondary,
  quiet: styles.quiet,
  danger: styles.danger,
  "outlined-on-bar": styles.outlinedOnBar,
};

/** The class that makes anything look like a button, so that a router's link can wear it. */
export function buttonClassName({ variant = "secondary", size = "medium" }: ButtonLook = {}): string {
  return classNames(styles.button, variantClass[variant], size === "small" && styles.small);
}

/** The class of a square button that holds only an icon; whoever wears it brings its own accessible name. */
export function iconButtonClassName({ variant = "quiet", size = "medium" }: ButtonLook = {}): string {
  return classNames(buttonClassName({ variant, size }), styles.square);
}

type PendingProps = {
  /** Work is going on: the button keeps its width and its focus, says aria-busy and ignores presses. */
  isPending?: boolean | undefined;
};

type ButtonProps = ComponentProps<"button"> & ButtonLook & PendingProps & { icon?: IconName | undefined };

/** A native button. `type` is "button" unless said otherwise, so that nothing is submitted by accident. */
export function Button({ variant, size, icon, isPending, className, children, ...native }: ButtonProps) {
  return (
    <button
      type="button"
      {...native}
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
    /** What it does, in words: the accessible name and the tip. */
    label: string;
  };

/** A square button with an icon and a name that is heard, and seen on hover. */
export function IconButton({ variant, size, icon, label, isPending, className, ...native }: IconButtonProps) {
  return (
    <button
      type="button"
      {...native}
      {...(isPending && pendingProps)}
      aria-label={label}
      title={label}
      className={classNames(iconButtonClassName({ variant, size }), className)}
    >
      <span className={styles.content}>
        <Icon name={icon} size={size === "small" ? "small" : "medium"} />
      </span>
      {isPending && <PendingMark />}
    </button>
  );
}

function PendingMark() {
  return (
    <span className={styles.pendingMark}>
      <Spinner />
    </span>
  );
}

/** Not `disabled`: that would drop the focus. The default action (submitting a form) is held back as well. */
const pendingProps = {
  "aria-busy": true,
  "aria-disabled": true,
  onClick: (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    event.stopPropagation();
  },
};
