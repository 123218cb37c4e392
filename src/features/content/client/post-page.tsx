import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { data, useParams, type LoaderFunctionArgs } from "react-router";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { breadcrumbJsonLd, DocumentHead } from "#client/document-head.tsx";
import { loadingOf } from "#client/data/loading-context.ts";
import { paths } from "#client/routing/paths.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { Link } from "#ui/link.tsx";
import { Prose } from "#ui/prose.tsx";
import type { PostView, TermLink } from "../domain/content-views.ts";
import { postQuery } from "./content-queries.ts";
import { Moment } from "#client/words/moment.tsx";
import styles from "./reading-page.module.css";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { api, queryClient } = loadingOf(context);
  const post = await queryClient.ensureQueryData(postQuery(api, queryClient, params["slug"] ?? ""));
  if (post === null) throw data(null, { status: 404 });
  return null;
}

/** A post's page. */
export function Component() {
  const slug = useParams()["slug"] ?? "";
  const { data: post } = useSuspenseQuery(postQuery(useApi(), useQueryClient(), slug));
  // The loader has already answered 404; this is for the compiler.
  if (post === null) return null;
  return (
    <article className={styles.page}>
      <PostHead post={post} />
      <Breadcrumb
        items={[
          { label: "HOME", href: paths.home() },
          { label: "POSTS", href: paths.posts() },
          { label: post.title },
        ]}
      />
      <header className={styles.head}>
        <h1>{post.title}</h1>
        <p className={styles.meta}>
          <Moment instant={post.date} form="day" />
          {isChanged(post) ? (
            <span>
              changed <Moment instant={post.modified} form="day" />
            </span>
          ) : null}
          <span>{post.readingMinutes} min read</span>
        </p>
      </header>
      <Prose html={post.html} />
      <Terms post={post} />
      <Neighbors previous={post.previous} next={post.next} />
    </article>
  );
}

/** Returns true if the post changed after its day of publication. */
function isChanged(post: PostView): boolean {
  return post.modified.slice(0, 10) > post.date.slice(0, 10);
}

function Terms({ post }: { post: PostView }) {
  const terms = [
    ...post.tags.map((tag) => ({
      key: `tag ${tag.slug}`,
      name: tag.name,
      href: paths.posts({ tag: tag.slug }),
    })),
    ...post.categories.map((category) => ({
      key: `category ${category.slug}`,
      name: category.name,
      href: paths.posts({ category: category.slug }),
    })),
  ];
  if (terms.length === 0) return null;
  return (
    <p className={styles.terms}>
      {terms.map(({ key, name, href }) => (
        <Link key={key} to={href} viewTransition>
          {name}
        </Link>
      ))}
    </p>
  );
}

function Neighbors({ previous, next }: { previous: TermLink | null; next: TermLink | null }) {
  if (previous === null && next === null) return null;
  return (
    <nav className={styles.neighbors} aria-label="More posts">
      {previous === null ? null : (
        <Link to={paths.post(previous.slug)} className={styles.neighbor} rel="prev" viewTransition>
          <span>Older</span>
          <span>{previous.name}</span>
        </Link>
      )}
      {next === null ? null : (
        <Link
          to={paths.post(next.slug)}
          className={`${styles.neighbor} ${styles.next}`}
          rel="next"
          viewTransition
        >
          <span>Newer</span>
          <span>{next.name}</span>
        </Link>
      )}
    </nav>
  );
}

function PostHead({ post }: { post: PostView }) {
  const { ownerName, publicUrl, language } = usePublicConfig();
  const path = paths.post(post.slug);
  const trail = [
    { name: "Home", path: paths.home() },
    { name: "Posts", path: paths.posts() },
    { name: post.title, path },
  ];
  return (
    <DocumentHead
      title={post.title}
      description={post.description}
      canonicalPath={path}
      type="article"
      publishedAt={post.date}
      modifiedAt={post.modified}
      jsonLd={[
        {
          "@type": "BlogPosting",
          headline: post.title,
          description: post.description,
          datePublished: post.date,
          dateModified: post.modified,
          inLanguage: language,
          url: `${publicUrl}${path}`,
          mainEntityOfPage: `${publicUrl}${path}`,
          author: { "@type": "Person", name: ownerName, url: `${publicUrl}/` },
          keywords: post.tags.map((tag) => tag.name),
        },
        breadcrumbJsonLd(publicUrl, trail),
      ]}
    />
  );
}
