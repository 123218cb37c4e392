import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { LoaderFunctionArgs } from "react-router";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { paths } from "#client/routing/paths.ts";
import { HomeGitHub, seedHomeGitHub } from "#client/home-panels.ts";
import { LedgerSection } from "#client/ledger-section.tsx";
import { loadingOf } from "#client/data/loading-context.ts";
import { Prose } from "#ui/prose.tsx";
import { Link } from "#ui/link.tsx";
import type { HomeSection, HomeView, PostCard } from "../domain/content-views.ts";
import { homeQuery } from "./content-queries.ts";
import { HomeHero } from "./home-hero.tsx";
import { HomeSkills } from "./home-skills.tsx";
import { PostCards } from "./post-cards.tsx";
import styles from "./home-page.module.css";

export async function loader({ context }: LoaderFunctionArgs) {
  const loading = loadingOf(context);
  const { api, queryClient } = loading;
  await Promise.all([queryClient.ensureQueryData(homeQuery(api, queryClient)), seedHomeGitHub(loading)]);
  return null;
}

/** Home page: the introduction, then the posts by slug (docs/reference/product.md, "Home"). */
export function Component() {
  const { data: view } = useSuspenseQuery(homeQuery(useApi(), useQueryClient()));
  const { summary, languages, frontend, backend, tools } = view.sections;
  return (
    <>
      <HomeHead view={view} />
      <HomeHero html={view.html} />
      <div className={styles.sheet}>
        <TextSection section={summary} />
        <HomeSkills groups={[languages, frontend, backend, tools].filter((group) => group !== null)} />
        <TextSection section={view.sections["professional-experience-achievements"]} />
        <TextSection section={view.sections["education-certification"]} />
        <HomeGitHub />
        <LatestPosts cards={view.latestPosts} />
      </div>
    </>
  );
}

function TextSection({ section }: { section: HomeSection | null }) {
  if (section === null) return null;
  return (
    <LedgerSection id={section.slug} title={section.title}>
      <Prose html={section.html} />
    </LedgerSection>
  );
}

function HomeHead({ view }: { view: HomeView }) {
  const { ownerName, headline, description, publicUrl, location, links, language } = usePublicConfig();
  const skills = Object.values(view.sections).flatMap(
    (section) => section?.tags.map((tag) => tag.name) ?? [],
  );
  return (
    <DocumentHead
      title={null}
      description={description}
      canonicalPath={paths.home()}
      type="profile"
      jsonLd={[
        {
          "@type": "ProfilePage",
          url: `${publicUrl}/`,
          inLanguage: language,
          mainEntity: {
            "@type": "Person",
            name: ownerName,
            jobTitle: headline,
            description,
            url: `${publicUrl}/`,
            ...(location === "" ? {} : { address: { "@type": "PostalAddress", addressLocality: location } }),
            sameAs: links.map((link) => link.href).filter((href) => href.startsWith("http")),
            knowsAbout: [...new Set(skills)],
          },
        },
      ]}
    />
  );
}

/** The newest articles, with a link to all; hidden if there are none. */
function LatestPosts({ cards }: { cards: PostCard[] }) {
  if (cards.length === 0) return null;
  return (
    <LedgerSection
      id="latest-posts"
      title="Latest posts"
      aside={
        <p>
          <Link to={paths.posts()} className={styles.more} viewTransition>
            All posts
          </Link>
        </p>
      }
    >
      <PostCards cards={cards} headingLevel={3} />
    </LedgerSection>
  );
}
