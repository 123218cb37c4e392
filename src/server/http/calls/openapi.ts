import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { z } from "zod";
import { contentWebhook } from "#features/content/contract.ts";
import { plaidWebhook } from "#features/institutions/contract.ts";
import { hasErrorMessage, type Endpoint } from "#shared/endpoint.ts";
import { eventStream } from "../../events/changes.ts";
import type { ServerFeature } from "../../feature.ts";

const failureSchema = z
  .object({
    success: z.literal(false),
    statusCode: z.number().int(),
    data: z.unknown(),
    errors: z.record(z.string(), z.array(z.string())),
  })
  .meta({ id: "Failure", description: "Messages by field (or error code), with every problem at once." });

const json = "application/json";
const bodyTypes = { json, multipart: "multipart/form-data" };

function failure(description: string, schema: z.ZodType = failureSchema) {
  return { description, content: { [json]: { schema } } };
}

/** Schema of failures for calls whose answers have `errorMessage`. */
const failureWithMessageSchema = failureSchema
  .extend({ errorMessage: z.string() })
  .meta({ id: "FailureWithMessage", description: "A failure, with all its messages in one text." });

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** Generates the OpenAPI 3.1 document of the whole contract from the endpoints. */
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
  paths[eventStream.path] = { get: streamOperation(eventStream) };
  const tags = [...new Set(Object.values(paths).flatMap(tagsOf))].toSorted();
  return createDocument({
    openapi: "3.1.0",
    servers: [{ url: "/", description: "The site that serves this document" }],
    tags: tags.map((name) => ({ name })),
    info: {
      title: `Folio: ${site.ownerName}`,
      version: "1",
      contact: { name: site.ownerName },
      description:
        "All calls of the site. Responses are wrapped in an envelope with success, statusCode, data and errors, except for successes of operations marked as bare.",
    },
    paths,
    components: {
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: "folio",
          description: "Set by signing in at /.auth/login/aad, or with a passkey.",
        },
      },
    },
  });
}

function tagsOf(path: ZodOpenApiPathsObject[string]): string[] {
  return [...(path.get?.tags ?? []), ...(path.post?.tags ?? [])];
}

/** Descriptions of who may call. */
const callers: Record<Endpoint["auth"], string> = {
  public: "For anybody.",
  user: "Requires sign-in.",
  own: "Requires sign-in and a session that isn't idle. Covers only the caller's own data.",
  member: "Requires sign-in as someone on the owner's list.",
  finance: "Requires sign-in as someone on the owner's list, and a session that isn't idle.",
  owner: "Requires sign-in as the site's owner, and a session that isn't idle.",
};

/** Describes what members of a household may do with a call (docs/reference/product.md, "Household"). */
function membersWords({ method, sharing }: Pick<Endpoint, "method" | "sharing">): string {
  if (sharing === "apart") return "Always about the caller's own.";
  if (sharing === "owner") return "In a household, for the owner alone.";
  return sharing === "writers" || method === "POST"
    ? "In a household, for the owner and members who may write."
    : "In a household, for every member.";
}

type Webhook = {
  summary: string;
  header: z.ZodObject;
  input: z.ZodType;
  output: z.ZodType;
  /** Descriptions by status, in addition to those of every webhook. */
  failures: Record<number, string>;
};

function webhookOperation(
  operationId: string,
  tag: string,
  { summary, header, input, output, failures }: Webhook,
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
    description: "Requires a signed body; needs no session or tenant header.",
    requestParams: { header },
    requestBody: { content: { [json]: { schema: input } } },
    responses: {
      "200": { description: "Success", content: { [json]: { schema: success } } },
      "401": failure("The signature doesn't match the body, or the timestamp is too old"),
      "408": failure("The body arrived too slowly"),
      "413": failure("The body is too large"),
      "429": failure("Too many calls; Retry-After has the seconds to wait"),
      ...Object.fromEntries(Object.entries(failures).map(([status, what]) => [status, failure(what)])),
    },
  };
}

/** Describes a stream for members, with failures in the envelope. */
function streamOperation({
  summary,
  input,
}: {
  summary: string;
  input: z.ZodObject;
}): ZodOpenApiOperationObject {
  return {
    operationId: "events",
    tags: ["auth"],
    summary,
    description: callers.user,
    security: [{ session: [] }],
    requestParams: { query: input },
    responses: {
      "200": { description: "The stream", content: { "text/event-stream": { schema: z.string() } } },
      "400": failure("Invalid input, with the problems of each field"),
      "401": failure("No session"),
      "403": failure("Not on the owner's list"),
      "429": failure("Too many calls; Retry-After has the seconds to wait"),
      "503": failure("Too many open streams; Retry-After has the seconds to wait"),
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
  const refusal = (description: string) =>
    failure(description, hasErrorMessage(endpoint) ? failureWithMessageSchema : failureSchema);
  return {
    operationId: name,
    tags: [tag],
    summary: endpoint.summary,
    description: [
      callers[endpoint.auth],
      ...(endpoint.auth === "finance" ? [membersWords(endpoint)] : []),
      ...(endpoint.needsVerification
        ? [
            "Requires proof within five minutes of who the person is; otherwise 403 with VERIFICATION_REQUIRED.",
          ]
        : []),
      ...(endpoint.bare ? ["Bare: the response has no envelope."] : []),
    ].join(" "),
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
      "200": successOf(endpoint, output),
      ...(endpoint.etag ? { "304": { description: "Not modified" } } : {}),
      "400": refusal("Invalid input, with the problems of each field"),
      ...(endpoint.auth === "public" ? {} : { "401": refusal("No session") }),
      ...refusalOfPeople(endpoint, refusal),
      ...bareFailures(endpoint),
      "429": refusal("Too many calls; Retry-After has the seconds to wait"),
      "500": failure("Internal error; the message has the request ID"),
    },
  };
}

function successOf({ fileTypes }: Endpoint, schema: z.ZodType) {
  if (fileTypes.length === 0) return { description: "Success", content: { [json]: { schema } } };
  const content = Object.fromEntries(fileTypes.map((type) => [type, { schema: z.string() }]));
  return { description: "The file", content };
}

/** Describes a 403 by its reason. */
function refusalOfPeople(
  { auth, needsVerification }: Endpoint,
  refusal: (description: string) => object,
): Record<string, object> {
  const reasons: Partial<Record<Endpoint["auth"], string>> = {
    member: "Not on the owner's list",
    finance: "Not on the owner's list",
    owner: "Not the owner",
  };
  const words = [
    ...(reasons[auth] === undefined ? [] : [reasons[auth]]),
    ...(needsVerification ? ["No recent proof of who the person is"] : []),
  ];
  return words.length === 0 ? {} : { "403": refusal(words.join("; ")) };
}

/** Returns the query schema: all input of a GET, and what a POST accepts in its query. */
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
      { description: "A failure without envelope", content: { [json]: { schema } } },
    ]),
  );
}
