import { sanitizeHtml } from "#server/sanitize-html.ts";

/** Where a README stands. */
export type ReadmePlace = {
  /** Its page at GitHub, such as `https://github.com/owner/name/blob/main/docs/README.md`; null where that is not known. */
  htmlUrl: string | null;
  /** Addresses that pictures may come from: the page's policy loads no others. */
  imageOrigins: readonly string[];
};

const image = /<img ([^>]*)>/g;
/** GitHub's own marks beside headings, and links whose only content was a picture that is gone. */
const emptyLink = /<a [^>]*href="[^"]*"[^>]*>\s*<\/a>/g;

/**
 * A README for our page: GitHub's HTML through our own sanitiser, headings from h3 down, relative links leading to
 * GitHub. A picture that the browser would not load anyway gives way to its description.
 */
export function readmeToHtml(html: string, { htmlUrl, imageOrigins }: ReadmePlace): string {
  const clean = sanitizeHtml(html, {
    topHeadingLevel: 3,
    // Tables of contents lead to headings.
    headingIds: true,
    ...(htmlUrl === null ? {} : { baseUrl: htmlUrl }),
  });
  // Our sanitiser's output has one spelling only: attributes in double quotes, their values escaped.
  return clean
    .replace(image, (whole, attributes: string) => {
      const source = /(?:^| )src="([^"]*)"/.exec(attributes)?.[1] ?? "";
      const isShown =
        isPicture(source, htmlUrl) && imageOrigins.some((origin) => source.startsWith(`${origin}/`));
      return isShown ? whole : (/(?:^| )alt="([^"]*)"/.exec(attributes)?.[1] ?? "");
    })
    .replace(emptyLink, "");
}

/** A relative address has become one of GitHub's pages about the file, which is no picture. */
function isPicture(source: string, htmlUrl: string | null): boolean {
  const folder = htmlUrl?.slice(0, htmlUrl.lastIndexOf("/") + 1);
  return folder === undefined || !source.startsWith(folder);
}
