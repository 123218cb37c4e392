import { watch } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import MarkdownIt from "markdown-it";
import type { Logger } from "#server/log.ts";
import { sanitizeHtml, type SanitizeOptions } from "#server/pages/sanitize-html.ts";
import { decodedText } from "#shared/text/decoded-text.ts";
import type { Page, Post } from "../domain/content-shapes.ts";
import { homePageSlug, isResumePost } from "../domain/content.ts";
import { listMarkdown, readMarkdownFile, readYamlFile, type MarkdownFile } from "./content-files.ts";
import {
  categoriesFileSchema,
  pageFileSchema,
  postFileSchema,
  tagsFileSchema,
  type PostFile,
} from "./content-file-schemas.ts";
import type { ContentImage, ContentImages } from "./content-images.ts";
import type { ContentProblem, ContentReading, ContentSource } from "./content-source.ts";
import { createCategoryList, createTagList, type CategoryList, type TagList } from "./content-terms.ts";
import { createIdGiver } from "./stable-ids.ts";

/** CommonMark with tables and strikethrough; HTML passes because the sanitizer runs afterward. */
const markdown = new MarkdownIt({ html: true, linkify: true, typographer: false });

const fiveMinutesMs = 5 * 60_000;
const settleMs = 120;
const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

type FileSourceOptions = { directory: string; images: ContentImages; log: Logger };

/** State shared within one read. */
type Reading = {
  problems: ContentProblem[];
  giveId: ReturnType<typeof createIdGiver>;
  images: ReadonlyMap<string, ContentImage>;
  categories: CategoryList;
  tags: TagList;
};

/** Reads content from Markdown files (docs/content.md); reports an invalid file, leaves it out, and keeps the others. */
export function createFileSource(options: FileSourceOptions): ContentSource {
  return {
    kind: "files",
    refreshEveryMs: fiveMinutesMs,
    read: () => readDirectory(options),
    watch: (listener) => watchDirectory(options, listener),
  };
}

async function readDirectory({ directory, images }: FileSourceOptions): Promise<ContentReading> {
  const found = await stat(directory).catch(() => null);
  if (found?.isDirectory() !== true) throw new Error(`the content directory ${directory} doesn't exist`);
  const problems: ContentProblem[] = [];
  const giveId = createIdGiver();
  const scanned = await images.scan();
  problems.push(...scanned.problems);
  const categoriesFile = await readYamlFile(directory, "categories.yaml", categoriesFileSchema, problems);
  const tagsFile = await readYamlFile(directory, "tags.yaml", tagsFileSchema, problems);
  const reading: Reading = {
    problems,
    giveId,
    images: scanned.images,
    categories: createCategoryList(categoriesFile, giveId),
    tags: createTagList(tagsFile, giveId),
  };
  const pages = await readPages(directory, reading);
  const posts = await readPosts(directory, reading);
  const tags = reading.tags.all();
  const categories = reading.categories.all();
  for (const tag of tags) tag.count = posts.filter((post) => post.tags.includes(tag.id)).length;
  for (const category of categories) {
    category.count = posts.filter((post) => post.categories.includes(category.id)).length;
  }
  return { content: { pages, posts, tags, categories }, problems };
}

async function readPages(directory: string, reading: Reading): Promise<Page[]> {
  const pages: Page[] = [];
  const takeSlug = createSlugTaker(reading.problems);
  for (const file of await listMarkdown(directory, "pages")) {
    const page = await readMarkdownFile(directory, file, pageFileSchema, reading.problems);
    if (page === null || page.fields.draft) continue;
    const slug = takeSlug(page);
    if (slug === null) continue;
    pages.push({
      id: reading.giveId("page", slug),
      slug,
      title: { rendered: page.fields.title },
      content: { rendered: toHtml(page, reading, slug === homePageSlug ? {} : { headingIds: true }) },
    });
  }
  return pages;
}

async function readPosts(directory: string, reading: Reading): Promise<Post[]> {
  const posts: Post[] = [];
  const takeSlug = createSlugTaker(reading.problems);
  for (const file of await listMarkdown(directory, "posts")) {
    const source = await readMarkdownFile(directory, file, postFileSchema, reading.problems);
    if (source === null || source.fields.draft) continue;
    const categories = findCategories(source, reading);
    const slug = categories === null ? null : takeSlug(source);
    if (slug !== null && categories !== null) posts.push(toPost(source, slug, categories, reading));
  }
  return posts.sort((a, b) => (a.date === b.date ? b.id - a.id : a.date < b.date ? 1 : -1));
}

function toPost(source: MarkdownFile<PostFile>, slug: string, categories: number[], reading: Reading): Post {
  const { fields } = source;
  // Parts of the home page are below its own headings, several on one page.
  const html = toHtml(
    source,
    reading,
    isResumePost({ slug }) ? { topHeadingLevel: 3 } : { headingIds: true },
  );
  const excerpt =
    fields.excerpt === undefined
      ? (/<p>[\s\S]*?<\/p>/.exec(html)?.[0] ?? "")
      : markdown.render(fields.excerpt);
  return {
    id: reading.giveId("post", slug),
    slug,
    date: fields.date,
    modified: fields.updated ?? fields.date,
    title: { rendered: fields.title },
    content: { rendered: html },
    excerpt: { rendered: sanitizeHtml(excerpt) },
    tags: [...new Set(fields.tags.map((name) => reading.tags.take(name).id))],
    categories,
  };
}

/** Returns the ids of a post's categories; null, with a problem, if one is unknown, which is probably a typo. */
function findCategories(source: MarkdownFile<PostFile>, reading: Reading): number[] | null {
  const found = source.fields.categories.map((name) => ({ name, category: reading.categories.find(name) }));
  const unknown = found.filter(({ category }) => category === undefined).map(({ name }) => `"${name}"`);
  if (unknown.length === 0) return [...new Set(found.flatMap(({ category }) => category?.id ?? []))];
  const known = reading.categories.all().map(({ name }) => name);
  reading.problems.push({
    file: source.file,
    line: source.fieldLine("categories"),
    message: `categories: ${unknown.join(", ")} isn't in categories.yaml; expected any of ${known.join(", ")}`,
  });
  return null;
}

/** Determines each file's slug, by default from its name; returns null, with a problem, for a duplicate. */
function createSlugTaker(
  problems: ContentProblem[],
): (source: MarkdownFile<{ slug?: string | undefined }>) => string | null {
  const taken = new Map<string, string>();
  return ({ file, fields, fieldLine }) => {
    const wanted = fields.slug;
    const slug =
      wanted ??
      basename(file)
        .replace(/\.md$/i, "")
        .replace(/^\d{4}-\d\d-\d\d-/, "")
        .toLowerCase();
    if (!slugPattern.test(slug)) {
      const message = `the file's name can't be an address; expected a name such as my-first-post.md, or a slug`;
      problems.push({ file, line: 1, message });
      return null;
    }
    const other = taken.get(slug);
    if (other !== undefined) {
      const line = wanted === undefined ? 1 : fieldLine("slug");
      problems.push({ file, line, message: `slug: "${slug}" is taken by ${other}` });
      return null;
    }
    taken.set(slug, file);
    return slug;
  };
}

function toHtml(source: MarkdownFile<unknown>, reading: Reading, options: SanitizeOptions): string {
  return sanitizeHtml(markdown.render(source.body), {
    ...options,
    mapLink: (href) => href.replace(/^\/(?:posts\/)?([a-z0-9-]+)\.md(?=$|#)/, "/post/$1"),
    imageOf(src) {
      const name = /^\/(?:content\/)?images\/([^/?#]+)$/.exec(src)?.[1];
      if (name === undefined) return undefined;
      const image = reading.images.get(decodedText(name));
      if (image !== undefined) return { src: image.path, width: image.width, height: image.height };
      const line = source.body.split("\n").findIndex((text) => text.includes(name));
      reading.problems.push({
        file: source.file,
        ...(line < 0 ? {} : { line: source.bodyLine + line }),
        message: `the image ${name} isn't in content/images`,
      });
      return undefined;
    },
  });
}

function watchDirectory({ directory, log }: FileSourceOptions, listener: () => void): () => void {
  let timer: NodeJS.Timeout | null = null;
  try {
    const watcher = watch(directory, { recursive: true, persistent: false }, () => {
      // Editors write in several steps, so an edit is reported once it has settled.
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(listener, settleMs);
    });
    watcher.on("error", (error) =>
      log.warn({ error }, "Stopped watching the content; edits appear within 5 minutes."),
    );
    return () => {
      if (timer !== null) clearTimeout(timer);
      watcher.close();
    };
  } catch (error) {
    log.warn({ error, directory }, "Can't watch the content; edits appear within 5 minutes.");
    return () => undefined;
  }
}
