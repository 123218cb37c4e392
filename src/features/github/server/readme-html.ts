import { encodePath } from "#shared/text/encode-path.ts";
import { sanitizeHtml } from "#server/pages/sanitize-html.ts";

/** Location of a README. */
export type ReadmePlace = {
  /** Path in the repository, such as `docs/README.md`. */
  path: string;
  /** Page on GitHub, such as `https://github.com/owner/name/blob/main/docs/README.md`; null if unknown. */
  htmlUrl: string | null;
  /** Origins from which the content security policy allows images. */
  imageOrigins: readonly string[];
};

/** An item of a task list, which GitHub writes as a disabled checkbox. */
const box = /<input\b(?=[^<>]*\btype=["']?checkbox\b)([^<>]*)>/gi;
const ticked = /\schecked(?=[\s=/]|$)/i;
const image = /<img ([^>]*)>/g;
/** GitHub's anchors beside headings, and links whose only content was a removed image. */
const emptyLink = /<a [^>]*href="[^"]*"[^>]*>\s*<\/a>/g;

/** An address relative to the repository's root, as GitHub allows in a README. */
const rootAddress = /(<(?:a|img)\b[^<>]*\s(?:href|src)=["']?)\/(?!\/)/gi;

/**
 * Prepares a README for our page: GitHub's HTML through our own sanitizer, headings from h3 down. Links to files of the
 * repository open our own view, other relative links lead to GitHub. An image that the browser would block is replaced by its alt text, a checkbox by ☑ or ☐.
 */
export function readmeToHtml(html: string, { path, htmlUrl, imageOrigins }: ReadmePlace): string {
  // Runs before the sanitizer, which removes form fields: done and open items would look the same.
  const withMarks = html.replace(box, (_whole, attributes: string) => (ticked.test(attributes) ? "☑" : "☐"));
  const root = rootOf(path, htmlUrl);
  const rooted =
    root === null ? withMarks : withMarks.replace(rootAddress, (_whole, before: string) => before + root);
  const clean = sanitizeHtml(rooted, {
    topHeadingLevel: 3,
    // Tables of contents link to headings.
    headingIds: true,
    ...(htmlUrl === null ? {} : { baseUrl: htmlUrl }),
    ...(root === null ? {} : { mapLink: (href) => viewOf(href, root) ?? href }),
  });
  // The sanitizer's output is uniform: attributes in double quotes, values escaped.
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

/** Returns the raw file's address: a relative address has become GitHub's page about the file. */
function pictureOf(source: string, htmlUrl: string | null): string {
  const [, repository] = /^(.+?)\/blob\//.exec(htmlUrl ?? "") ?? [];
  const pages = `${repository}/blob/`;
  if (repository === undefined || !source.startsWith(pages)) return source;
  return `${repository}/raw/${source.slice(pages.length)}`;
}

/** Returns the repository's root at the README's branch, which may contain slashes: `https://github.com/owner/name/blob/main/`. */
function rootOf(path: string, htmlUrl: string | null): string | null {
  const end = encodePath(path);
  return htmlUrl?.endsWith(`/${end}`) === true ? htmlUrl.slice(0, -end.length) : null;
}

/** Matches files that our own view can show: text, but no folders, images, or archives. */
const textFile = /(?:^|\/)(?:[^/]*\.\w+|[A-Z]+|Makefile|Dockerfile)$/;
const otherFile = /\.(?:png|jpe?g|gif|webp|avif|ico|pdf|zip|gz|tgz|jar|exe|dmg|mp[34]|mov|webm|woff2?|ttf)$/i;

/** Returns our page for a file of the repository, at its lines if the link has them, or for a folder; null for anything else. */
function viewOf(href: string, root: string): string | null {
  const { pathname: rootPath, origin } = new URL(root);
  const [, home, name = "", branch] = /^(.*?\/([^/]+))\/blob\/(.+)\/$/.exec(rootPath) ?? [];
  const link = new URL(href, root);
  const isPlain = link.search === "" || link.search === "?plain=1";
  if (branch === undefined || link.origin !== origin || !isPlain) return null;
  const files = [rootPath, `${home}/blob/HEAD/`];
  const folders = [`${home}/tree/${branch}/`, `${home}/tree/HEAD/`];
  const place = [...files, ...folders].find((start) =>
    link.pathname.toLowerCase().startsWith(start.toLowerCase()),
  );
  if (place === undefined) return null;
  const path = decoded(link.pathname.slice(place.length));
  if (path === null) return null;
  const isFolder = folders.includes(place) || path.endsWith("/");
  if (!isFolder && (!textFile.test(path) || otherFile.test(path))) return null;
  const lines = /^#L\d+(?:-L\d+)?$/.exec(link.hash)?.[0] ?? "";
  const encoded = encodePath(isFolder ? path.replace(/\/?$/, "/") : path);
  return `/repo/${encodeURIComponent(name)}/files/${encoded}${lines}`;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
