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
