import { Link } from "react-router";
import { LedgerSection } from "#client/ledger-section.tsx";
import { paths } from "#client/routing/paths.ts";
import type { PostCard } from "../domain/content-views.ts";
import pageStyles from "./home-page.module.css";
import { PostCards } from "./post-cards.tsx";

/** The newest articles, with a link to all; hidden if there are none. */
export function LatestPosts({ cards }: { cards: PostCard[] }) {
  if (cards.length === 0) return null;
  return (
    <LedgerSection
      id="latest-posts"
      title="Latest posts"
      aside={
        <p>
          <Link to={paths.posts()} className={pageStyles.more} viewTransition>
            All posts
          </Link>
        </p>
      }
    >
      <PostCards cards={cards} headingLevel={3} />
    </LedgerSection>
  );
}
