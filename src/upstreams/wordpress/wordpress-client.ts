import type { z } from "zod";
import { HttpFailure } from "#shared/http-failure.ts";
import { errorCodeOf, explainFailure, WordPressError } from "./wordpress-errors.ts";
import { categorySchema, pageSchema, postSchema, tagSchema } from "./wordpress-schemas.ts";
import { transformContent, type WordPressContent } from "./wordpress-transform.ts";

/** The part of the server's HTTP client that is needed here. */
export type WordPressHttp = {
  requestJson: (request: {
    url: string;
    timeoutMs: number;
    maxBytes: number;
    retries: number;
    signal?: AbortSignal;
  }) => Promise<{ json: unknown; headers: { get(name: string): string | null } }>;
};

export type WordPressClient = {
  /** Everything published: all pages of all four lists. @throws WordPressError */
  readContent: (signal?: AbortSignal) => Promise<WordPressContent>;
};

export type WordPressClientOptions = {
  http: WordPressHttp;
  /** The site's root, such as `https://blog.example`, without a trailing slash. */
  baseUrl: string;
  /** For one call; 10 s unless said. */
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
    // By id: posts of the same second have no order by date, and would change places between two pages.
    query:
      "orderby=id&order=desc&_fields=id,slug,link,date_gmt,modified_gmt,title.rendered,content.rendered,content.protected,excerpt.rendered,tags,categories",
  },
  tags: {
    schema: tagSchema,
    query: "orderby=id&order=asc&hide_empty=true&_fields=id,name,slug,count,description",
  },
  categories: {
    schema: categorySchema,
    // Parents hold no posts of their own, so empty ones stay; "Uncategorized" is dropped below.
    query: "orderby=id&order=asc&_fields=id,name,slug,count,description,parent,link,taxonomy,meta",
  },
} as const;

type ListName = keyof typeof lists;
type ListPage<Item> = { items: Item[]; total: number; pageCount: number };

/** Thrown inside when a list changed between two of its pages: the reading begins again. */
class ListChanged extends Error {}

/** Reads a WordPress 6 site by its REST API (docs/reference/upstreams.md, "WordPress"). */
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
      throw new WordPressError("refused", `WordPress lists ${first.total} ${name}, more than can be shown.`);
    }
    const others = await Promise.all(
      Array.from({ length: Math.max(0, first.pageCount - 1) }, (_, index) =>
        readPage(name, schema, index + 2, signal),
      ),
    );
    const items = [first, ...others].flatMap((page) => page.items);
    const changed = others.some(({ total }) => total !== first.total);
    // A post that moves from one page to another while we read appears twice or not at all.
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
      `WordPress changed its lists during each of ${mostReadings} readings.`,
    );
  }

  return { readContent };
}

/**
 * Whether WordPress' permalinks are "Plain": its REST API answers then at `?rest_route=` alone, and its pages stand at
 * addresses that say nothing. False where it cannot be found out.
 */
export async function hasPlainPermalinks(
  { http, baseUrl, timeoutMs = 10_000 }: WordPressClientOptions,
  signal?: AbortSignal,
): Promise<boolean> {
  const url = `${baseUrl}/?rest_route=/wp/v2/types`;
  const request = { url, timeoutMs, maxBytes, retries: 0, ...(signal === undefined ? {} : { signal }) };
  try {
    const { json } = await http.requestJson(request);
    return typeof json === "object" && json !== null && "post" in json;
  } catch {
    return false;
  }
}

async function readListPage<Item>(
  options: WordPressClientOptions,
  wanted: { name: ListName; schema: z.ZodType<Item>; page: number; signal: AbortSignal | undefined },
): Promise<ListPage<Item>> {
  const { name, page, signal } = wanted;
  const url = `${options.baseUrl}/wp-json/wp/v2/${name}?per_page=${perPage}&page=${page}&${lists[name].query}`;
  try {
    const { json, headers } = await options.http.requestJson({
      url,
      timeoutMs: options.timeoutMs ?? 10_000,
      maxBytes,
      retries: 2,
      ...(signal === undefined ? {} : { signal }),
    });
    const items = parseItems(name, wanted.schema, json);
    // Without the headers (a proxy may drop them) a full page cannot be told from the last one.
    const total = wholeNumber(headers.get("x-wp-total"), name);
    return { items, total, pageCount: wholeNumber(headers.get("x-wp-totalpages"), name) };
  } catch (error) {
    // The list grew shorter since its first page was read.
    if (error instanceof HttpFailure && page > 1 && errorCodeOf(error) === "rest_post_invalid_page_number") {
      throw new ListChanged(name);
    }
    throw explainFailure(name, error);
  }
}

function parseItems<Item>(name: ListName, schema: z.ZodType<Item>, json: unknown): Item[] {
  const parsed = schema.array().safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined ? "" : ` at ${issue.path.join(".")}: ${issue.message}`;
  throw new WordPressError(
    "unexpected-shape",
    `WordPress' ${name} do not look as its REST API says${where}.`,
  );
}

function wholeNumber(value: string | null, name: ListName): number {
  if (value !== null && /^\d{1,9}$/.test(value)) return Number(value);
  throw new WordPressError(
    "not-wordpress",
    `The answer for ${name} lacks X-WP-Total or X-WP-TotalPages; something between drops WordPress' headers.`,
  );
}

/** At most `size` tasks at once, the others in turn. */
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
      // The next one inherits this one's place.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
