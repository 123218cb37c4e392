import type { ReactNode } from "react";
import { ExternalLink, Link, linkClassName, type LinkVariant } from "#ui/link.tsx";

type OwnerLinkProps = {
  href: string;
  variant?: LinkVariant;
  className?: string | undefined;
  children: ReactNode;
};

/** Link from the owner's list: a navigation within the site, or an external link in a new tab. */
export function OwnerLink({ href, variant = "inline", className, children }: OwnerLinkProps) {
  if (!href.startsWith("/")) {
    return (
      <ExternalLink href={href} variant={variant} className={className}>
        {children}
      </ExternalLink>
    );
  }
  return (
    <Link to={href} className={className ?? linkClassName({ variant })} viewTransition>
      {children}
    </Link>
  );
}
