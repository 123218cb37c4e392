import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { createApi } from "#client/data/api.ts";
import { productLookupQuery } from "./product-queries.ts";

const found = {
  success: true,
  product: { name: "Desk Lamp", serialNumber: "LAMP-1", grade: "A", description: "" },
  imageUris: [],
  images: [],
  errorMessage: null,
};
const gone = { success: false, product: null, imageUris: [], images: [], errorMessage: "No product." };

it.each([
  ["an error of the server", "found", () => Response.json({}, { status: 503 })],
  ["too many lookups", "found", () => Response.json({}, { status: 429 })],
  ["no connection", "found", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["a product that is gone", "failed", () => Response.json(gone, { status: 404 })],
])("a refresh that meets %s leaves a product that is %s", async (_, kind, refresh) => {
  const answers = [() => Response.json(found), refresh];
  const client = new QueryClient();
  const query = productLookupQuery(
    createApi(async () => (await answers.shift()?.()) ?? Response.error(), "folio"),
    "lamp-1",
  );
  await client.fetchQuery(query);
  expect(await client.fetchQuery({ ...query, staleTime: 0 })).toMatchObject({ kind });
});
