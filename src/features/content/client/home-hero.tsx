import { Link } from "react-router";
import { usePublicConfig } from "#client/app-context.tsx";
import { paths } from "#client/paths.ts";
import { buttonClassName } from "#ui/button.tsx";
import { ExternalLink } from "#ui/link.tsx";
import { Prose } from "#ui/prose.tsx";
import styles from "./home-hero.module.css";

/** Who, what, where, links: what a visitor understands in five seconds. */
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
            Read the posts
          </Link>
          {links.map(({ href, label }) =>
            href.startsWith("/") ? (
              <Link key={href} to={href} className={styles.link} viewTransition>
                {label}
              </Link>
            ) : (
              <ExternalLink key={href} href={href} variant="on-bar">
                {label}
              </ExternalLink>
            ),
          )}
        </div>
      </div>
    </header>
  );
}
