import { z } from "zod";
import { contracts } from "#server/contracts.ts";
import { openApiDocument } from "#server/http/calls/openapi.ts";
import { siteConfig } from "#site-config";

/** The part of JSON Schema that the API document uses. */
export type JsonSchema = {
  type?: string | string[] | undefined;
  properties?: Record<string, JsonSchema> | undefined;
  items?: JsonSchema | undefined;
  anyOf?: JsonSchema[] | undefined;
  oneOf?: JsonSchema[] | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  minimum?: number | undefined;
  maximum?: number | undefined;
  exclusiveMinimum?: number | undefined;
  maxLength?: number | undefined;
  format?: string | undefined;
  pattern?: string | undefined;
};

const schemaSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    properties: z.record(z.string(), schemaSchema).optional(),
    // False for a list of fixed length, whose values are elsewhere.
    items: z.union([schemaSchema, z.literal(false).transform(() => undefined)]).optional(),
    anyOf: z.array(schemaSchema).optional(),
    oneOf: z.array(schemaSchema).optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    maxLength: z.number().optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
  }),
);

/** An operation of the API document, with what a caller may send. */
export type FuzzOperation = {
  /** Such as "POST /api/SaveBudget". */
  name: string;
  method: "GET" | "POST";
  path: string;
  query: Record<string, JsonSchema>;
  requiredQuery: string[];
  body: { contentType: string; schema: JsonSchema } | null;
  isGuarded: boolean;
  /** Statuses whose failures the document calls bare. */
  bareStatuses: number[];
};

const contentSchema = z.record(z.string(), z.object({ schema: schemaSchema }));
const operationSchema = z.object({
  parameters: z
    .array(
      z.object({
        in: z.string(),
        name: z.string(),
        required: z.boolean().default(false),
        schema: schemaSchema,
      }),
    )
    .default([]),
  requestBody: z.object({ content: contentSchema }).optional(),
  security: z.array(z.unknown()).optional(),
  responses: z.record(z.string(), z.object({ description: z.string() })),
});
const documentSchema = z.object({
  paths: z.record(z.string(), z.partialRecord(z.enum(["get", "post"]), operationSchema)),
});

/** Returns every operation in docs/api/openapi.json, which `npm run check` compares with the contracts. */
export function fuzzOperations(): FuzzOperation[] {
  const features = Object.entries(contracts).map(([name, contract]) => ({ name, contract, handlers: {} }));
  const document = documentSchema.parse(JSON.parse(JSON.stringify(openApiDocument(features, siteConfig))));
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => {
      const method = verb === "get" ? "GET" : "POST";
      const [content] = Object.entries(operation.requestBody?.content ?? {});
      return {
        name: `${method} ${path}`,
        method,
        path,
        query: Object.fromEntries(
          operation.parameters.flatMap(({ in: place, name, schema }) =>
            place === "query" ? [[name, schema]] : [],
          ),
        ),
        requiredQuery: operation.parameters.flatMap(({ in: place, name, required }) =>
          place === "query" && required ? [name] : [],
        ),
        body: content === undefined ? null : { contentType: content[0], schema: content[1].schema },
        isGuarded: operation.security !== undefined,
        bareStatuses: Object.entries(operation.responses).flatMap(([status, { description }]) =>
          description === "A failure without envelope" ? [Number(status)] : [],
        ),
      } as const;
    }),
  );
}
