import { sanitizeHtml } from "#server/pages/sanitize-html.ts";

/** Where a README stands. */
export type ReadmePlace = {
  /** Its file in the repository, such as `docs/README.md`. */
  path: string;
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

/** An address from the repository's root, as GitHub takes it in a README. */
const rootAddress = /(<(?:a|img)\b[^<>]*\s(?:href|src)=["']?)\/(?!\/)/gi;

/**
 * A README for our page: GitHub's HTML through our own sanitiser, headings from h3 down. Links to files of the same
 * repository open our own view of them, other relative ones lead to GitHub. A picture that the browser would not load anyway gives way to its description, a ticked or empty box to ☑ or ☐.
 */
export function readmeToHtml(html: string, { path, htmlUrl, imageOrigins }: ReadmePlace): string {
  // Before the sanitiser, which knows no form fields: without their mark, done and not done would look the same.
  const withMarks = html.replace(box, (_whole, attributes: string) => (ticked.test(attributes) ? "☑" : "☐"));
  const root = rootOf(path, htmlUrl);
  const rooted =
    root === null ? withMarks : withMarks.replace(rootAddress, (_whole, before: string) => before + root);
  const clean = sanitizeHtml(rooted, {
    topHeadingLevel: 3,
    // Tables of contents lead to headings.
    headingIds: true,
    ...(htmlUrl === null ? {} : { baseUrl: htmlUrl }),
    ...(root === null ? {} : { mapLink: (href) => viewOf(href, root) ?? href }),
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

/** The repository's root at the README's branch, which may hold slashes: `https://github.com/owner/name/blob/main/`. */
function rootOf(path: string, htmlUrl: string | null): string | null {
  const end = path.split("/").map(encodeURIComponent).join("/");
  return htmlUrl?.endsWith(`/${end}`) === true ? htmlUrl.slice(0, -end.length) : null;
}

/** Our own view shows text; a folder, a picture or an archive it cannot. */
const textFile = /(?:^|\/)(?:[^/]*\.\w+|[A-Z]+|Makefile|Dockerfile)$/;
const otherFile = /\.(?:png|jpe?g|gif|webp|avif|ico|pdf|zip|gz|tgz|jar|exe|dmg|mp[34]|mov|webm|woff2?|ttf)$/i;

/** Our page with a file of the repository open, at its line where the link names one; null for anything else. */
function viewOf(href: string, root: string): string | null {
  const { pathname: rootPath, origin } = new URL(root);
  const [, home, name = "", branch] = /^(.*?\/([^/]+))\/blob\/(.+)\/$/.exec(rootPath) ?? [];
  const link = new URL(href, root);
  const isPlain = link.search === "" || link.search === "?plain=1";
  if (branch === undefined || link.origin !== origin || !isPlain) return null;
  const places = [rootPath, `${home}/blob/HEAD/`].map((place) => place.toLowerCase());
  const place = places.find((start) => link.pathname.toLowerCase().startsWith(start));
  if (place === undefined) return null;
  const file = decoded(link.pathname.slice(place.length));
  if (file === null || !textFile.test(file) || otherFile.test(file)) return null;
  const line = /^#L(\d+)/.exec(link.hash)?.[1];
  const query = new URLSearchParams({ file, ...(line === undefined ? {} : { line }) });
  return `/repo/${encodeURIComponent(name)}?${query.toString()}`;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
