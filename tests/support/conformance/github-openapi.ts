import { readFileSync } from "node:fs";
import { z } from "zod";

/** The part of GitHub's own API description that our checks need (scripts/github-openapi.ts). */

const schema = z.record(z.string(), z.unknown());
const content = z.record(z.string(), z.object({ schema: schema.optional() }));
const answer = z.object({ $ref: z.string().optional(), content: content.optional() });
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({
    schemas: z.record(z.string(), schema),
    responses: z.record(z.string(), answer),
  }),
});
const operationSchema = z.object({ responses: z.record(z.string(), answer) });

const description = documentSchema.parse(
  JSON.parse(readFileSync(new URL("github-openapi.json", import.meta.url), "utf8")),
);
const shapes = new Map<string, z.ZodType>();

/** A call as in the description: `GET /users/{username}/repos`. */
export type DescribedCall = `${"GET" | "POST" | "DELETE"} /${string}`;

/**
 * Returns the described schema of a call's response with this status.
 * @throws Error if the description has none, so that an impossible check is noticed
 */
export function describedShape(
  call: DescribedCall,
  status: number,
  mediaType = "application/json",
): z.ZodType {
  const key = `${call} ${status} ${mediaType}`;
  const known = shapes.get(key);
  if (known !== undefined) return known;
  const [method = "", path = ""] = call.split(" ");
  const operation = operationSchema.parse(description.paths[path]?.[method.toLowerCase()]);
  const described = operation.responses[String(status)];
  const name = described?.$ref?.split("/").at(-1);
  const { content: bodies } = (name === undefined ? described : description.components.responses[name]) ?? {};
  const root = bodies?.[mediaType]?.schema;
  if (root === undefined) throw new Error(`GitHub describes no ${mediaType} for ${call} with ${status}`);
  const shape = z.fromJSONSchema(withDefinitions(root), { defaultTarget: "openapi-3.0" });
  shapes.set(key, shape);
  return shape;
}

const reference = /"#\/components\/schemas\/([^"]+)"/g;

/** Returns the schema with everything it refers to, where the converter expects it. */
function withDefinitions(root: Record<string, unknown>): Record<string, unknown> {
  const definitions: Record<string, unknown> = {};
  const waiting = [root];
  for (const at of waiting) {
    for (const [, name = ""] of JSON.stringify(at).matchAll(reference)) {
      const found = description.components.schemas[name];
      if (found === undefined || name in definitions) continue;
      definitions[name] = rewritten(found);
      waiting.push(found);
    }
  }
  return { ...rewritten(root), definitions };
}

function rewritten(value: Record<string, unknown>): Record<string, unknown> {
  return schema.parse(JSON.parse(JSON.stringify(value).replaceAll(reference, '"#/definitions/$1"')));
}
