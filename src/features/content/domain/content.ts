/** WordPress's rendered text: HTML in `content` and `excerpt`, plain text (entities decoded) in `title`. */
export type Rendered = { rendered: string };

export type Page = { id: number; slug: string; title: Rendered; content: Rendered };

export type Post = {
  id: number;
  slug: string;
  /** Publication time, ISO 8601 with `Z`. */
  date: string;
  /** Time of the last change, ISO 8601 with `Z`. */
  modified: string;
  title: Rendered;
  content: Rendered;
  excerpt: Rendered;
  /** Ids, in display order. */
  tags: number[];
  categories: number[];
};

export type Tag = { id: number; name: string; slug: string; count: number; description: string };

export type Category = {
  id: number;
  name: string;
  slug: string;
  /** Plain text; for a child category a code-search hint (docs/reference/product.md, "Content"). */
  description: string;
  /** 0 at the top level. */
  parent: number;
  count: number;
  link: string;
  taxonomy: string;
  meta: unknown[];
};

/** All content (docs/reference/product.md, "Content") as answered by `GET /api/WordPressContent`, with sanitized HTML. */
export type Content = {
  pages: Page[];
  posts: Post[];
  tags: Tag[];
  categories: Category[];
  /** True while only built-in content exists because WordPress has never been read: its pages and posts are unknown. */
  isUnknown?: true | undefined;
};

/** Slugs of the posts that make up the home page (docs/reference/product.md, "Content"); the others are articles. */
export const resumeSlugs = [
  "summary",
  "professional-experience-achievements",
  "education-certification",
  "languages",
  "frontend",
  "backend",
  "tools",
] as const;

export type ResumeSlug = (typeof resumeSlugs)[number];

const resumeSlugSet: ReadonlySet<string> = new Set(resumeSlugs);

/** Returns true for a post that is part of the home page rather than an article. */
export function isResumePost(post: { slug: string }): boolean {
  return resumeSlugSet.has(post.slug);
}

export const homePageSlug = "home-page";
export const aboutPageSlug = "about-page";
