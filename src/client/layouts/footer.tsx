import type { ReactNode } from "react";
import { useMatches } from "react-router";
import { Link } from "#ui/link.tsx";
import { useAuthState } from "../auth-state.ts";
import { usePublicConfig } from "../app-context.tsx";
import { authPaths } from "../routing/paths.ts";
import { routeHandle } from "../routing/route-handle.ts";
import { Moment } from "../words/moment.tsx";
import { AddressText } from "./address-text.tsx";
import { memberLinks, siteLinks, toolLinks } from "./navigation-links.ts";
import { OwnerLink } from "./owner-link.tsx";
import { useReturnPath } from "./return-path.ts";
import { SiteLogo } from "./site-logo.tsx";
import styles from "./footer.module.css";

/** Footer with logo, year (not on mobile), links, and the account column; on private screens, a line of year and account links (docs/reference/product.md, "Shell"). */
export function Footer() {
  const { ownerName, links, year, staleContentAsOf, signInName } = usePublicConfig();
  const { signedIn, isMember, userDetails } = useAuthState();
  const returnPath = useReturnPath();
  const { isPrivate } = routeHandle(useMatches());
  return (
    <footer className={styles.footer} data-line={isPrivate}>
      <div className={styles.columns}>
        <div className={styles.identity}>
          <SiteLogo />
          <p className={styles.year}>
            © {year} {ownerName}
          </p>
          {staleContentAsOf === null ? null : <StaleNote asOf={staleContentAsOf} />}
        </div>
        <Column title="Pages">
          {[...siteLinks, ...toolLinks].map(({ label, href }) => (
            <li key={href}>
              <Link to={href} viewTransition>
                {label}
              </Link>
            </li>
          ))}
        </Column>
        <Column title="External Links">
          {links.map(({ label, href }) => (
            <li key={href}>
              <OwnerLink href={href}>{label}</OwnerLink>
            </li>
          ))}
          <li>
            <a href="/feed.xml">Atom feed</a>
          </li>
        </Column>
        {signedIn ? (
          <Column title={userDetails ?? ""}>
            {(isMember ? memberLinks : []).map(({ label, href }) => (
              <li key={href}>
                <Link to={href} viewTransition>
                  {label}
                </Link>
              </li>
            ))}
            <li>
              <a href={authPaths.logout()}>Logout</a>
            </li>
          </Column>
        ) : (
          <Column title="Sign in">
            <li>
              <a href={authPaths.login(returnPath)}>{signInName}</a>
            </li>
          </Column>
        )}
      </div>
    </footer>
  );
}

/** Note that the content is an older copy, because its source isn't responding. */
function StaleNote({ asOf }: { asOf: string }) {
  return (
    <p className={styles.stale}>
      Content as of <Moment instant={asOf} form="yearAndMinute" />. Its source isn’t responding.
    </p>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.column}>
      <h2 className={styles.title}>
        <AddressText text={title} />
      </h2>
      <ul className={styles.list}>{children}</ul>
    </div>
  );
}
