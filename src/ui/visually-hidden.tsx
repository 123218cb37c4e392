import type { ReactNode } from "react";

/** Text for people who listen to the page. `isBlock` writes a div, for use around block content. */
export function VisuallyHidden({ children, isBlock = false }: { children: ReactNode; isBlock?: boolean }) {
  const Tag = isBlock ? "div" : "span";
  return <Tag className="visually-hidden">{children}</Tag>;
}
