import { describe, expect, it } from "vitest";
import { z } from "zod";
import { definePost } from "#shared/endpoint.ts";
import { createTestApp } from "../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../tests/support/test-database.ts";
import { defineFeature } from "../feature.ts";

const database = useTestDatabase();
const feature = defineFeature({
  name: "words",
  contract: {
    count: definePost("/api/CountWords", "public", {
      summary: "Counts words",
      input: z.record(z.string(), z.string()),
      output: z.object({ count: z.int() }),
    }),
  },
  handlers: { count: (words) => ({ count: Object.keys(words).length }) },
});

describe("a body", () => {
  it("cut off by the caller is a 400 and no error in the log", async () => {
    const site = createTestApp(database(), {
      features: [feature],
      environment: { CONTENT_WEBHOOK_SECRET: "0123456789abcdef" },
    });
    for (const path of ["/api/CountWords", "/api/ContentWebhook"]) {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"a"'));
          controller.error(new Error("aborted"));
        },
      });
      const init = { method: "POST", body, duplex: "half" };
      const answer = await site.request(path, {
        ...init,
        headers: { "content-type": "application/json", "x-tenant": site.kernel.site.tenant },
      });
      expect(answer.status, path).toBe(400);
      expect(await answer.json()).toMatchObject({ errors: { body: ["The body is incomplete."] } });
    }
    expect(site.logged.filter((line) => line["level"] === "error")).toEqual([]);
  });

  it.each(["constructor", "toString"])("with a wrong field named %s is a 400", async (name) => {
    const site = createTestApp(database(), { features: [feature] });
    const answer = await site.post("/api/CountWords", `{"${name}":1}`);
    expect(answer.status).toBe(400);
    expect(Object.keys(((await answer.json()) as { errors: object }).errors)).toEqual([name]);
  });
});
