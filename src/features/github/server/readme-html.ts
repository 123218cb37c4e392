import { sanitizeHtml } from "#server/sanitize-html.ts";

/** Where a README stands. */
export type ReadmePlace = {
  /** Its page at GitHub, such as `https://github.com/owner/name/blob/main/docs/README.md`; null where that is not known. */
  htmlUrl: string | null;
  /** Addresses that pictures may come from: the page's policy loads no others. */
  imageOrigins: readonly string[];
};

/** A step of a task list, as GitHub writes it: a box that nobody can tick. */
const box = /<input\b(?=[^<>]*\btype=["']?checkbox\b)([^<>]*)>/gi;
const ticked = /\schecked(?=[\s=/]|$)/i;
const image = /<img ([^>]*)>/g;
/** GitHub's own marks beside headings, and links whose only content was a picture that is gone. */
const emptyLink = /<a [^>]*href="[^"]*"[^>]*>\s*<\/a>/g;

/**
 * A README for our page: GitHub's HTML through our own sanitiser, headings from h3 down, relative links leading to
 * GitHub. A picture that the browser would not load anyway gives way to its description, a ticked or empty box to ☑ or ☐.
 */
export function readmeToHtml(html: string, { htmlUrl, imageOrigins }: ReadmePlace): string {
  // Before the sanitiser, which knows no form fields: without their mark, done and not done would look the same.
  const withMarks = html.replace(box, (_whole, attributes: string) => (ticked.test(attributes) ? "☑" : "☐"));
  const clean = sanitizeHtml(withMarks, {
    topHeadingLevel: 3,
    // Tables of contents lead to headings.
    headingIds: true,
    ...(htmlUrl === null ? {} : { baseUrl: htmlUrl }),
  });
  // Our sanitiser's output has one spelling only: attributes in double quotes, their values escaped.
  return clean
    .replace(image, (_whole, attributes: string) => {
      const source = pictureOf(/(?:^| )src="([^"]*)"/.exec(attributes)?.[1] ?? "", htmlUrl);
      const isShown = imageOrigins.some((origin) => source.startsWith(`${origin}/`));
      if (isShown)
        return `<img ${attributes.replace(/(^| )src="[^"]*"/, (_src, before: string) => `${before}src="${source}"`)}>`;
      return /(?:^| )alt="([^"]*)"/.exec(attributes)?.[1] ?? "";
    })
    .replace(emptyLink, "");
}

/** A relative address has become one of GitHub's pages about the file; the file itself stands beside it under `raw`. */
function pictureOf(source: string, htmlUrl: string | null): string {
  const [, repository] = /^(.+?)\/blob\//.exec(htmlUrl ?? "") ?? [];
  const pages = `${repository}/blob/`;
  if (repository === undefined || !source.startsWith(pages)) return source;
  return `${repository}/raw/${source.slice(pages.length)}`;
}
