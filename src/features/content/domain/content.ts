/** Text that WordPress calls rendered: HTML in `content` and `excerpt`, plain text (entities decoded) in `title`. */
export type Rendered = { rendered: string };

export type Page = { id: number; slug: string; title: Rendered; content: Rendered };

export type Post = {
  id: number;
  slug: string;
  /** Instant of publication, ISO 8601 with `Z`. */
  date: string;
  /** Instant of the last change, ISO 8601 with `Z`. */
  modified: string;
  title: Rendered;
  content: Rendered;
  excerpt: Rendered;
  /** Ids, in the order in which they should be shown. */
  tags: number[];
  categories: number[];
};

export type Tag = { id: number; name: string; slug: string; count: number; description: string };

export type Category = {
  id: number;
  name: string;
  slug: string;
  /** Plain text; of a child category a code-search hint (docs/reference/product.md, "Content"). */
  description: string;
  /** 0 at the top level. */
  parent: number;
  count: number;
  link: string;
  taxonomy: string;
  meta: unknown[];
};

/** Everything that the site says (docs/reference/product.md, "Content"), as `GET /api/WordPressContent` answers it. HTML is already clean. */
export type Content = {
  pages: Page[];
  posts: Post[];
  tags: Tag[];
  categories: Category[];
  /** Only what is built in: WordPress has never been read, so that nobody knows which posts and pages there are. */
  isUnknown?: true | undefined;
};

/** Slugs of the posts that make up the home page (docs/reference/product.md, "Content"); the other posts are articles. */
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

/** True for a post that belongs to the home page and not to the list of articles. */
export function isResumePost(post: { slug: string }): boolean {
  return resumeSlugSet.has(post.slug);
}

export const homePageSlug = "home-page";
export const aboutPageSlug = "about-page";
