import { useState, type ReactElement, type ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Focusable } from "react-aria-components/Focusable";
import { Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components/Tooltip";
import styles from "./tooltip.module.css";

const delayMs = 500;

type Placement = "top" | "bottom" | "start" | "end";

export type TooltipProps = {
  content: ReactNode;
  /** One focusable element (a button, a link). For words that are not focusable use TooltipText. */
  children: ReactElement<Record<string, unknown>, string>;
  placement?: Placement | undefined;
};

/** A short remark on a control, seen on hover and on focus. Nothing that is needed may live only in a tooltip. */
export function Tooltip({ content, children, placement = "top" }: TooltipProps) {
  return (
    <TooltipTrigger delay={delayMs}>
      <Focusable>{children}</Focusable>
      <AriaTooltip placement={placement} offset={6} className={styles.tooltip}>
        {content}
      </AriaTooltip>
    </TooltipTrigger>
  );
}

export type TooltipTextProps = { content: ReactNode; children: ReactNode; placement?: Placement | undefined };

/** Words or a chip with a remark: reachable by Tab, opened by hover, focus or a tap. */
export function TooltipText({ content, children, placement = "top" }: TooltipTextProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <TooltipTrigger delay={delayMs} shouldCloseOnPress={false} isOpen={isOpen} onOpenChange={setOpen}>
      <Button className={styles.anchor} onPress={() => setOpen(true)}>
        {children}
      </Button>
      <AriaTooltip placement={placement} offset={6} className={styles.tooltip}>
        {content}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
