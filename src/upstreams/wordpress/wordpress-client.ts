import type { z } from "zod";
import type { HttpClient } from "#shared/http/http-client.ts";
import { HttpFailure } from "#shared/http/http-failure.ts";
import { mismatchOf } from "#shared/http/service-error.ts";
import { errorCodeOf, explainFailure, WordPressError } from "./wordpress-errors.ts";
import {
  categorySchema,
  pageSchema,
  postSchema,
  tagSchema,
  type WordPressContent,
} from "./wordpress-schemas.ts";
import { transformContent } from "./wordpress-transform.ts";

export type WordPressClient = {
  /**
   * Reads everything published: all pages of all four lists.
   * @throws WordPressError
   */
  readContent: (signal?: AbortSignal) => Promise<WordPressContent>;
};

export type WordPressClientOptions = {
  http: Pick<HttpClient<AbortSignal>, "requestJson">;
  /** The site's root, such as `https://blog.example`, without a trailing slash. */
  baseUrl: string;
  /** Time limit of one call; 10 s by default. */
  timeoutMs?: number;
};

const perPage = 100;
const parallelCalls = 4;
const mostReadings = 3;
const mostPages = 200;
const maxBytes = 20_000_000;

const lists = {
  pages: {
    schema: pageSchema,
    query: "orderby=id&order=asc&_fields=id,slug,link,title.rendered,content.rendered,content.protected",
  },
  posts: {
    schema: postSchema,
    // Sorted by id, because posts of the same second have no stable order by date and could move between pages.
    query:
      "orderby=id&order=desc&_fields=id,slug,link,date_gmt,modified_gmt,title.rendered,content.rendered,content.protected,excerpt.rendered,tags,categories",
  },
  tags: {
    schema: tagSchema,
    query: "orderby=id&order=asc&hide_empty=true&_fields=id,name,slug,count,description",
  },
  categories: {
    schema: categorySchema,
    // Parent categories have no posts of their own, so empty ones are kept; "Uncategorized" is dropped below.
    query: "orderby=id&order=asc&_fields=id,name,slug,count,description,parent,link,taxonomy,meta",
  },
} as const;

type ListName = keyof typeof lists;
type ListPage<Item> = { items: Item[]; total: number; pageCount: number };

/** Thrown internally when a list changed between two pages; the reading restarts. */
class ListChanged extends Error {}

/** Creates a client of WordPress 6's REST API (docs/reference/upstreams.md, "WordPress"). */
export function createWordPressClient(options: WordPressClientOptions): WordPressClient {
  const limit = createLimit(parallelCalls);

  function readPage<Item extends { id: number }>(
    name: ListName,
    schema: z.ZodType<Item>,
    page: number,
    signal: AbortSignal | undefined,
  ): Promise<ListPage<Item>> {
    return limit(() => readListPage(options, { name, schema, page, signal }));
  }

  async function readList<Item extends { id: number }>(
    name: ListName,
    schema: z.ZodType<Item>,
    signal?: AbortSignal,
  ): Promise<Item[]> {
    const first = await readPage(name, schema, 1, signal);
    if (first.pageCount > mostPages) {
      throw new WordPressError(
        "refused",
        `WordPress has ${first.total} ${name}, more than the site can show.`,
      );
    }
    const others = await Promise.all(
      Array.from({ length: Math.max(0, first.pageCount - 1) }, (_, index) =>
        readPage(name, schema, index + 2, signal),
      ),
    );
    const items = [first, ...others].flatMap((page) => page.items);
    const changed = others.some(({ total }) => total !== first.total);
    // A post that moves between pages while we read appears twice or not at all.
    if (changed || items.length !== first.total || new Set(items.map(({ id }) => id)).size !== items.length) {
      throw new ListChanged(name);
    }
    return items;
  }

  async function readOnce(signal?: AbortSignal): Promise<WordPressContent> {
    const [pages, posts, tags, categories] = await Promise.all([
      readList("pages", lists.pages.schema, signal),
      readList("posts", lists.posts.schema, signal),
      readList("tags", lists.tags.schema, signal),
      readList("categories", lists.categories.schema, signal),
    ]);
    return transformContent({
      pages,
      posts,
      tags,
      categories: categories.filter(({ slug, count }) => slug !== "uncategorized" || count > 0),
    });
  }

  async function readContent(signal?: AbortSignal): Promise<WordPressContent> {
    for (let reading = 1; reading <= mostReadings; reading += 1) {
      try {
        return await readOnce(signal);
      } catch (error) {
        if (!(error instanceof ListChanged)) throw error;
      }
    }
    throw new WordPressError(
      "kept-changing",
      `WordPress's lists changed during each of ${mostReadings} attempts to read them.`,
    );
  }

  return { readContent };
}

/**
 * Checks whether WordPress's permalinks are "Plain": its REST API then answers only at `?rest_route=`, and its pages have
 * meaningless addresses. False if it can't be determined.
 */
export async function hasPlainPermalinks(
  { http, baseUrl, timeoutMs = 10_000 }: WordPressClientOptions,
  signal?: AbortSignal,
): Promise<boolean> {
  const url = `${baseUrl}/?rest_route=/wp/v2/types`;
  const request = { url, timeoutMs, maxBytes, retries: 0, signal };
  try {
    const { json } = await http.requestJson(request);
    return typeof json === "object" && json !== null && "post" in json;
  } catch {
    return false;
  }
}

async function readListPage<Item>(
  options: WordPressClientOptions,
  list: { name: ListName; schema: z.ZodType<Item>; page: number; signal: AbortSignal | undefined },
): Promise<ListPage<Item>> {
  const { name, page, signal } = list;
  const url = `${options.baseUrl}/wp-json/wp/v2/${name}?per_page=${perPage}&page=${page}&${lists[name].query}`;
  try {
    const { json, headers } = await options.http.requestJson({
      url,
      timeoutMs: options.timeoutMs ?? 10_000,
      maxBytes,
      retries: 2,
      signal,
    });
    const items = parseItems(name, list.schema, json);
    // Without the headers (a proxy may drop them), a full page could be the last one or not.
    const total = wholeNumber(headers.get("x-wp-total"), name);
    return { items, total, pageCount: wholeNumber(headers.get("x-wp-totalpages"), name) };
  } catch (error) {
    // The list became shorter after its first page was read.
    if (error instanceof HttpFailure && page > 1 && errorCodeOf(error) === "rest_post_invalid_page_number") {
      throw new ListChanged(name);
    }
    throw explainFailure(name, error);
  }
}

function parseItems<Item>(name: ListName, schema: z.ZodType<Item>, json: unknown): Item[] {
  const parsed = schema.array().safeParse(json);
  if (parsed.success) return parsed.data;
  const where = mismatchOf(parsed.error);
  throw new WordPressError("unexpected-shape", `WordPress's ${name} don't match its REST API${where}.`);
}

function wholeNumber(value: string | null, name: ListName): number {
  if (value !== null && /^\d{1,9}$/.test(value)) return Number(value);
  throw new WordPressError(
    "not-wordpress",
    `The response for ${name} has no X-WP-Total or X-WP-TotalPages. A proxy may be dropping WordPress's headers.`,
  );
}

/** Limits concurrency to `size` tasks; the others wait in order. */
function createLimit(size: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= size) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The next task takes over this one's slot.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
