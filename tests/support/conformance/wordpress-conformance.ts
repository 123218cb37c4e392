import { expect, it } from "vitest";
import { z } from "zod";
import {
  categorySchema,
  errorSchema,
  pageSchema,
  postSchema,
  tagSchema,
} from "#upstreams/wordpress/wordpress-schemas.ts";

type Answer = { status: number; headers: Headers; json: unknown };

const schemas = { pages: pageSchema, posts: postSchema, tags: tagSchema, categories: categorySchema };

// Saved before the test guards replace it, because this suite may call a live service.
const outsideFetch = globalThis.fetch;

/** Checks what our client relies on, always against the sandbox, and against a live WordPress if its address is given. */
export function wordPressConformance(baseUrl: () => string): void {
  async function ask(path: string): Promise<Answer> {
    const response = await outsideFetch(`${baseUrl()}/wp-json/wp/v2/${path}`);
    return { status: response.status, headers: response.headers, json: (await response.json()) as unknown };
  }

  for (const [name, schema] of Object.entries(schemas)) {
    it(`lists ${name} with totals in headers`, async () => {
      const answer = await ask(`${name}?per_page=1&orderby=id&order=asc`);
      expect(answer.status).toBe(200);
      const total = Number(answer.headers.get("x-wp-total"));
      expect(Number(answer.headers.get("x-wp-totalpages"))).toBe(total);
      expect(z.array(schema).parse(answer.json)).toHaveLength(Math.min(1, total));
      if (total > 1) expect(answer.headers.get("link")).toMatch(/rel="next"/);
    });
  }

  it("refuses more than 100 per page", async () => {
    const answer = await ask("posts?per_page=101");
    expect([answer.status, errorSchema.parse(answer.json).code]).toEqual([400, "rest_invalid_param"]);
  });

  it("refuses a page beyond the last", async () => {
    const answer = await ask("posts?per_page=100&page=5000");
    expect([answer.status, errorSchema.parse(answer.json).code]).toEqual([
      400,
      "rest_post_invalid_page_number",
    ]);
  });

  it("answers an unknown slug with an empty list and an unknown route with 404", async () => {
    expect(await ask("posts?slug=no-such-slug-anywhere")).toMatchObject({ status: 200, json: [] });
    const route = await ask("no-such-route");
    expect([route.status, errorSchema.parse(route.json).code]).toEqual([404, "rest_no_route"]);
  });

  it("returns only requested fields, and omits empty terms on request", async () => {
    const { json } = await ask("posts?per_page=1&_fields=id,title.rendered");
    const [post] = z.array(z.record(z.string(), z.unknown())).parse(json);
    expect(Object.keys(post ?? {}).toSorted()).toEqual(["id", "title"]);
    const terms = z.array(tagSchema).parse((await ask("tags?per_page=100&hide_empty=true")).json);
    expect(terms.every(({ count }) => count > 0)).toBe(true);
  });
}
