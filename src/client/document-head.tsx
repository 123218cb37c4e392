import { useLocation } from "react-router";
import { usePublicConfig } from "./app-context.tsx";

type DocumentHeadProps = {
  /** Title of the page, without the owner's name; null on the home page, whose title is the owner. */
  title: string | null;
  description: string;
  /** The page's canonical path with the query that matters; the present path unless said. */
  canonicalPath?: string;
  type?: "website" | "profile" | "article";
  /** ISO 8601, for articles. */
  publishedAt?: string;
  modifiedAt?: string;
  imageUrl?: string;
  /** Not for search engines. */
  isPrivate?: boolean;
  /** schema.org objects of this page. */
  jsonLd?: Record<string, unknown>[];
};

/** Everything a search engine or a link preview reads; React hoists it into the head. */
export function DocumentHead(props: DocumentHeadProps) {
  const { ownerName, headline, publicUrl } = usePublicConfig();
  const { pathname } = useLocation();
  const { title, description, type = "website", isPrivate = false, jsonLd = [] } = props;
  const fullTitle = title === null ? `${ownerName} · ${headline}` : `${title} · ${ownerName}`;
  const url = `${publicUrl}${props.canonicalPath ?? pathname}`;
  const imageUrl = props.imageUrl ?? `${publicUrl}/social-card.png`;
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {isPrivate ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={url} />}
      {isPrivate ? null : <meta property="og:url" content={url} />}
      <meta property="og:title" content={title ?? ownerName} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={ownerName} />
      <meta property="og:image" content={imageUrl} />
      {props.publishedAt === undefined ? null : (
        <meta property="article:published_time" content={props.publishedAt} />
      )}
      {props.modifiedAt === undefined ? null : (
        <meta property="article:modified_time" content={props.modifiedAt} />
      )}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title ?? ownerName} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={imageUrl} />
      {jsonLd.map((item) => (
        <script
          key={String(item["@type"])}
          type="application/ld+json"
          // Data, not code: "<" is escaped so that no text can close the element.
          dangerouslySetInnerHTML={{
            __html: JSON.stringify({ "@context": "https://schema.org", ...item }).replaceAll("<", "\\u003c"),
          }}
        />
      ))}
    </>
  );
}

/** schema.org BreadcrumbList of a trail of absolute or site-relative addresses. */
export function breadcrumbJsonLd(
  publicUrl: string,
  trail: { name: string; path: string }[],
): Record<string, unknown> {
  return {
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: `${publicUrl}${path}`,
    })),
  };
}
