import { paths } from "#client/routing/paths.ts";
import type { PostCard } from "../domain/content-views.ts";
import { Moment } from "#client/words/moment.tsx";
import { Link } from "#ui/link.tsx";
import styles from "./post-cards.module.css";

/** List of articles with date, title, excerpt, and tags that link to their own lists. */
export function PostCards({ cards, headingLevel }: { cards: PostCard[]; headingLevel: 2 | 3 }) {
  const Heading = `h${headingLevel}` as const;
  return (
    <ul className={styles.cards}>
      {cards.map((card) => (
        <li key={card.slug}>
          <article className={styles.card}>
            <p className={styles.date}>
              <Moment instant={card.date} form="day" />
            </p>
            <Heading className={styles.title}>
              <Link to={paths.post(card.slug)} className={styles.link} viewTransition>
                {card.title}
              </Link>
            </Heading>
            <p className={styles.excerpt}>{card.excerpt}</p>
            {card.tags.length === 0 ? null : (
              <p className={styles.tags}>
                {card.tags.map((tag) => (
                  <Link
                    key={tag.slug}
                    to={paths.posts({ tag: tag.slug })}
                    className={styles.tag}
                    viewTransition
                  >
                    {tag.name}
                  </Link>
                ))}
              </p>
            )}
          </article>
        </li>
      ))}
    </ul>
  );
}
