import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { z } from "zod";
import { budgetExport } from "#features/budgets/contract.ts";
import { contentWebhook } from "#features/content/contract.ts";
import { rentRollExport } from "#features/income/contract.ts";
import { plaidWebhook } from "#features/institutions/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import type { ServerFeature } from "./feature.ts";

const failureSchema = z
  .object({
    success: z.literal(false),
    statusCode: z.number().int(),
    data: z.unknown(),
    errors: z.record(z.string(), z.array(z.string())),
  })
  .meta({ id: "Failure", description: "Field (or error code) to messages, every problem at once." });

const json = "application/json";
const bodyTypes = { json, multipart: "multipart/form-data" };

function failure(description: string) {
  return { description, content: { [json]: { schema: failureSchema } } };
}

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** The OpenAPI 3.1 document of the whole contract, generated from the endpoints themselves. */
export function openApiDocument(
  features: ServerFeature[],
  site: { tenant: string; ownerName: string },
): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {};
  for (const feature of features) {
    for (const [name, endpoint] of Object.entries(feature.contract)) {
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: operation(feature.name, name, endpoint, site.tenant),
      };
    }
  }
  paths[contentWebhook.path] = { post: webhookOperation("contentWebhook", "content", contentWebhook) };
  paths[plaidWebhook.path] = { post: webhookOperation("plaidWebhook", "institutions", plaidWebhook) };
  paths[budgetExport.path] = {
    get: downloadOperation("exportBudgetTransactions", "budgets", {
      ...budgetExport,
      summary: "Rows of a budget as a file, with the query of GetBudgetTransactions",
    }),
  };
  paths[rentRollExport.path] = {
    get: downloadOperation("exportRentRoll", "income", {
      ...rentRollExport,
      summary: "The rent roll as a file, with the query of GetRentRoll",
    }),
  };
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: `Folio: ${site.ownerName}`,
      version: "1",
      description:
        "Every call of the site. Answers are wrapped in an envelope with success, statusCode, data and errors, unless the operation says that it is bare; failures always are.",
    },
    paths,
    components: {
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: "folio",
          description: "Set by signing in at /.auth/login/aad.",
        },
      },
    },
  });
}

type Webhook = { summary: string; header: z.ZodObject; input: z.ZodType; output: z.ZodType };

function webhookOperation(
  operationId: string,
  tag: string,
  { summary, header, input, output }: Webhook,
): ZodOpenApiOperationObject {
  const success = z.object({
    success: z.literal(true),
    statusCode: z.literal(200),
    data: output,
    errors: z.null(),
  });
  return {
    operationId,
    tags: [tag],
    summary,
    requestParams: { header },
    requestBody: { content: { [json]: { schema: input } } },
    responses: {
      "200": { description: "Success", content: { [json]: { schema: success } } },
      "401": failure("The signature does not fit the body, or the timestamp is too old"),
      "503": failure("The signature cannot be checked at the moment"),
      "413": failure("The body is too large"),
    },
  };
}

/** A file for whoever may use the finance area: CSV as it stands, failures in the envelope. */
function downloadOperation(
  operationId: string,
  tag: string,
  { summary, input }: { summary: string; input: z.ZodObject },
): ZodOpenApiOperationObject {
  return {
    operationId,
    tags: [tag],
    summary,
    security: [{ session: [] }],
    requestParams: { query: input },
    responses: {
      "200": { description: "The file", content: { "text/csv": { schema: z.string() } } },
      "400": failure("What was wrong with each field"),
      "401": failure("No session"),
      "403": failure("Not on the owner's list"),
      "404": failure("Not there, or another person's"),
      "429": failure("Too many calls; Retry-After says how long to wait"),
    },
  };
}

function operation(tag: string, name: string, endpoint: Endpoint, tenant: string): ZodOpenApiOperationObject {
  const output = endpoint.bare
    ? endpoint.output
    : z.object({
        success: z.literal(true),
        statusCode: z.literal(200),
        data: endpoint.output,
        errors: z.null(),
      });
  return {
    operationId: name,
    tags: [tag],
    summary: endpoint.summary,
    ...(endpoint.bare ? { description: "Bare: the answer has no envelope." } : {}),
    ...(endpoint.auth === "public" ? {} : { security: [{ session: [] }] }),
    requestParams: {
      ...queryOf(endpoint),
      ...(endpoint.method === "POST"
        ? {
            header: z.object({
              "x-tenant": z.literal(tenant).meta({ description: "The site's fixed value." }),
            }),
          }
        : {}),
    },
    ...(endpoint.method === "POST"
      ? { requestBody: { content: { [bodyTypes[endpoint.body]]: { schema: endpoint.input } } } }
      : {}),
    responses: {
      "200": { description: "Success", content: { [json]: { schema: output } } },
      ...(endpoint.etag ? { "304": { description: "Not modified" } } : {}),
      "400": failure("What was wrong with each field"),
      ...(endpoint.auth === "public" ? {} : { "401": failure("No session") }),
      ...(endpoint.auth === "member" || endpoint.auth === "finance"
        ? { "403": failure("Not on the owner's list") }
        : {}),
      ...bareFailures(endpoint),
      "429": failure("Too many calls; Retry-After says how long to wait"),
      "500": failure("Our fault; the message carries the request id"),
    },
  };
}

/** All of a GET's input, of a POST what may stand there. */
function queryOf({ method, input, queryFields }: Endpoint): { query?: z.ZodObject } {
  if (!(input instanceof z.ZodObject)) return {};
  if (method === "GET") return { query: input };
  const fields = Object.entries(input.shape).filter(([name]) => queryFields.includes(name));
  return fields.length === 0 ? {} : { query: z.object(Object.fromEntries(fields)) };
}

function bareFailures(endpoint: Endpoint): ZodOpenApiOperationObject["responses"] {
  return Object.fromEntries(
    Object.entries(endpoint.bareFailures).map(([status, schema]) => [
      status,
      { description: "A bare failure", content: { [json]: { schema } } },
    ]),
  );
}
