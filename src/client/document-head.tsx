import { usePublicConfig } from "./app-context.tsx";

type DocumentHeadProps = (PublicHead | PrivateHead) & {
  /** Title without the owner's name; null on the home page, whose title is the owner's name. */
  title: string | null;
  description: string;
  type?: "website" | "profile" | "article";
  /** ISO 8601, for articles. */
  publishedAt?: string;
  modifiedAt?: string;
  imageUrl?: string;
  /** Objects of schema.org for this page. */
  jsonLd?: Record<string, unknown>[];
};

/** Canonical path with relevant query. The address itself may be spelled in other ways, such as `/About/`. */
type PublicHead = { canonicalPath: string; isPrivate?: boolean };
/** Excludes the page from search engines. */
type PrivateHead = { canonicalPath?: undefined; isPrivate: true };

/** Metadata for search engines and link previews; React moves it into the head. */
export function DocumentHead(props: DocumentHeadProps) {
  const { ownerName, headline, publicUrl } = usePublicConfig();
  const { title, description, type = "website", isPrivate = false, jsonLd = [] } = props;
  const fullTitle = title === null ? `${ownerName} · ${headline}` : `${title} · ${ownerName}`;
  const url = `${publicUrl}${props.canonicalPath}`;
  const imageUrl = props.imageUrl ?? `${publicUrl}/social-card.png`;
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {isPrivate ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={url} />
          <meta property="og:url" content={url} />
        </>
      )}
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
          // "<" is escaped so that no text can close the element.
          dangerouslySetInnerHTML={{
            __html: JSON.stringify({ "@context": "https://schema.org", ...item }).replaceAll("<", "\\u003c"),
          }}
        />
      ))}
    </>
  );
}

/** Returns a schema.org BreadcrumbList for a trail of paths. */
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
