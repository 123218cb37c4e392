import { buttonClassName } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import { useAuthState } from "../../auth-state.ts";
import { authPaths, paths } from "../../routing/paths.ts";
import { AddressText } from "../address-text.tsx";
import { privateLinks, type NavigationLink } from "../navigation-links.ts";
import styles from "./account-menu.module.css";
import menuLinkStyles from "./menu-link.module.css";

const devicesLink: NavigationLink = { label: "Your devices", href: paths.yourDevices(), icon: "lock" };
const linksOfMembers: NavigationLink[] = [
  ...privateLinks,
  { label: "Recently deleted", href: paths.recentlyDeleted(), icon: "trash" },
  devicesLink,
];
const linksOfOthers: NavigationLink[] = [
  { label: "Your data", href: paths.yourData(), icon: "user" },
  devicesLink,
];

/** Content of the account menu: who is signed in, their pages, and the way out. */
export function AccountLinks() {
  const { userDetails, isMember } = useAuthState();
  return (
    <>
      <p className={styles.details}>
        <AddressText text={userDetails ?? ""} />
      </p>
      {isMember ? null : (
        <p className={styles.note}>
          You can link GitHub. The private area is only for people on the owner’s list.
        </p>
      )}
      <ul className={styles.links}>
        {(isMember ? linksOfMembers : linksOfOthers).map(({ label, href, icon }) => (
          <li key={href}>
            <Link to={href} className={menuLinkStyles.link} viewTransition>
              <Icon name={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <a className={buttonClassName({ variant: "secondary" })} href={authPaths.logout()}>
        <Icon name="logout" />
        Logout
      </a>
    </>
  );
}
