import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";

const address = new URL("../../../../docs/api/openapi.json", import.meta.url);
const document: unknown = JSON.parse(readFileSync(address, "utf8"));

const operationSchema = z.looseObject({
  tags: z.array(z.string()).min(1),
  operationId: z.string().min(1),
  summary: z.string().min(1),
  description: z.string().min(1),
});
const documentSchema = z.looseObject({
  info: z.looseObject({ contact: z.looseObject({ name: z.string().min(1) }) }),
  servers: z.array(z.looseObject({ url: z.string() })).min(1),
  tags: z.array(z.looseObject({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
});

test("the API document has servers, a contact and a summary of each operation", () => {
  const { paths, tags } = documentSchema.parse(document);
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const declared = new Set(tags.map(({ name }) => name));
  expect(operations.filter((one) => one.tags.some((tag) => !declared.has(tag)))).toEqual([]);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
});

test("every array in the API document declares its items", () => {
  const without: string[] = [];
  function look(value: unknown, at: string): void {
    if (typeof value !== "object" || value === null) return;
    if ("type" in value && value.type === "array" && !("items" in value)) without.push(at);
    for (const [name, inner] of Object.entries(value)) look(inner, `${at}/${name}`);
  }
  look(document, "");
  expect(without).toEqual([]);
});
