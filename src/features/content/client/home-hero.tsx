import { usePublicConfig } from "#client/app-context.tsx";
import { OwnerLink } from "#client/layouts/owner-link.tsx";
import { paths } from "#client/routing/paths.ts";
import { buttonClassName } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { Prose } from "#ui/prose.tsx";
import styles from "./home-hero.module.css";

/** Name, headline, location, and links: the site's introduction. */
export function HomeHero({ html }: { html: string }) {
  const { ownerName, headline, location, links } = usePublicConfig();
  return (
    <header className={styles.hero}>
      <div className={styles.inner}>
        <p className={styles.place}>{location}</p>
        <h1 className={styles.name}>{ownerName}</h1>
        <p className={styles.headline}>{headline}</p>
        <div className={styles.text}>
          <Prose html={html} />
        </div>
        <div className={styles.links}>
          <Link to={paths.posts()} className={buttonClassName({ variant: "outlined-on-bar" })} viewTransition>
            Read my posts
          </Link>
          {links.map(({ href, label }) => (
            <OwnerLink key={href} href={href} variant="on-bar">
              {label}
            </OwnerLink>
          ))}
        </div>
      </div>
    </header>
  );
}
