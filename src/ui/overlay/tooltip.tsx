import { useState, type ReactElement, type ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Focusable } from "react-aria-components/Focusable";
import { Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components/Tooltip";
import styles from "./tooltip.module.css";

const delayMs = 500;

export type TooltipProps = {
  content: ReactNode;
  /** A focusable element (a button or link). For other text, use TooltipText. */
  children: ReactElement<Record<string, unknown>, string>;
};

/** A short note on a control, shown on hover and focus. Nothing essential may be only in a tooltip. */
export function Tooltip({ content, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={delayMs}>
      <Focusable>{children}</Focusable>
      <AriaTooltip placement="top" offset={6} className={styles.tooltip}>
        {content}
      </AriaTooltip>
    </TooltipTrigger>
  );
}

export type TooltipTextProps = { content: ReactNode; children: ReactNode };

/** Text or a chip with a note: reachable by Tab, opened by hover, focus, or tap. */
export function TooltipText({ content, children }: TooltipTextProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <TooltipTrigger delay={delayMs} shouldCloseOnPress={false} isOpen={isOpen} onOpenChange={setOpen}>
      <Button className={styles.anchor} onPress={() => setOpen(true)}>
        {children}
      </Button>
      <AriaTooltip placement="top" offset={6} className={styles.tooltip}>
        {content}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
