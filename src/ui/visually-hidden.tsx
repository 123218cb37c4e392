import type { ReactNode } from "react";

/** Text for screen readers only. `isBlock` renders a div, for use around block content. */
export function VisuallyHidden({ children, isBlock = false }: { children: ReactNode; isBlock?: boolean }) {
  const Tag = isBlock ? "div" : "span";
  return <Tag className="visually-hidden">{children}</Tag>;
}
