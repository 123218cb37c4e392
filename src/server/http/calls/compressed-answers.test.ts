import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { z } from "zod";
import { defineGet } from "#shared/endpoint.ts";
import { createTestApp } from "../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { defineFeature } from "../../feature.ts";

const database = useTestDatabase({ emptyBefore: "all" });

const letters = defineFeature({
  name: "letters",
  contract: {
    letters: defineGet("/api/Letters", "public", {
      summary: "A call of this test",
      input: z.object({ count: z.coerce.number() }),
      output: z.string(),
    }),
  },
  handlers: { letters: ({ count }) => "ü".repeat(count) },
});

const asIs = (bytes: Buffer) => bytes;

it.each([
  { count: 100, accepted: "gzip, deflate, br", encoding: null, read: asIs },
  { count: 1_000, accepted: "gzip, deflate, br", encoding: "br", read: brotliDecompressSync },
  { count: 1_000, accepted: "gzip", encoding: "gzip", read: gunzipSync },
  { count: 1_000, accepted: "br;q=0", encoding: null, read: asIs },
  { count: 100_000, accepted: "gzip, deflate, br", encoding: "gzip", read: gunzipSync },
])("$count letters for a browser that accepts $accepted", async ({ count, accepted, encoding, read }) => {
  const site = createTestApp(database(), { features: [letters] });
  const { headers, ...response } = await withBody(
    site.request(`/api/Letters?count=${count}`, { headers: { "accept-encoding": accepted } }),
  );
  expect(headers.get("content-encoding")).toBe(encoding);
  expect(JSON.parse(read(response.body).toString())).toMatchObject({ data: "ü".repeat(count) });
  if (encoding !== null) expect(headers.get("vary")?.toLowerCase()).toBe("accept-encoding");
  if (encoding === null) expect(headers.get("content-length")).toBe(String(response.body.byteLength));
});

async function withBody(answer: Promise<Response>) {
  const response = await answer;
  return { headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}
