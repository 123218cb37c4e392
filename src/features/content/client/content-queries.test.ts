import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { createApi } from "#client/data/api.ts";
import { builtInContent } from "../domain/built-in-content.ts";
import type { Content } from "../domain/content-shapes.ts";
import { aboutQuery, homeQuery, postQuery, postsQuery } from "./content-queries.ts";

const owner = { ownerName: "Robin", headline: "Builds" };
const noFilter = { tag: undefined, category: undefined, page: 1 };

it("answers 503 for pages of posts until the posts are known, while the home page works, and recovers at once", async () => {
  let content: Content = { ...builtInContent(owner), isUnknown: true };
  const api = createApi(() => Response.json(content), "folio");
  const client = new QueryClient();
  const readings = [
    () => client.fetchQuery(postsQuery(api, client, noFilter)),
    () => client.fetchQuery(postQuery(api, client, "any")),
    () => client.fetchQuery(aboutQuery(api, client)),
  ];
  for (const read of readings)
    await expect(read()).rejects.toMatchObject({
      statusCode: 503,
      message: "Posts aren’t available right now. Try again in a minute.",
    });
  expect((await client.fetchQuery(homeQuery(api, client))).html).toContain("Builds");
  content = builtInContent(owner);
  expect(await client.fetchQuery(postsQuery(api, client, noFilter))).toMatchObject({ total: 0 });
  expect(await client.fetchQuery(postQuery(api, client, "any"))).toBeNull();
});
