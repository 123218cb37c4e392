import { z } from "zod";
import type { ChangeTopic } from "./change-topics.ts";

/**
 * Who may call: anybody, anybody with a session, members only (docs/reference/product.md, "Roles"), or, of either,
 * those whose session has not been idle for 12 hours (docs/reference/product.md, "Sessions"): `own` anybody with a
 * session, for what is theirs, `finance` members.
 */
export type EndpointAuth = "public" | "user" | "own" | "member" | "finance";

/** Which budget of calls a minute the endpoint draws on (docs/reference/http-api.md, "Limits"). */
export type EndpointLimit = "search" | "read" | "write";

/** How a POST carries its input: JSON, or a form with files (at most 10 MB: docs/reference/http-api.md, "Envelope"). */
export type EndpointBody = "json" | "multipart";

/** One call of the HTTP contract: everything about it but its code. */
export type Endpoint<
  Method extends "GET" | "POST" = "GET" | "POST",
  Path extends string = string,
  Auth extends EndpointAuth = EndpointAuth,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Bare extends boolean = boolean,
> = {
  method: Method;
  path: Path;
  summary: string;
  auth: Auth;
  /** The query of a GET, the body of a POST. An empty POST body counts as `{}`. */
  input: Input;
  body: EndpointBody;
  /** Fields of a POST's input that may stand in its query instead of its body. */
  queryFields: readonly string[];
  /** What a success carries: `data` of the envelope, or the whole body where `bare`. */
  output: Output;
  /** A bare answer has no envelope; its failures still have one, but for `bareFailures`. */
  bare: Bare;
  /** By status, the failures that are bare as well: their whole body (`bareFailure` of src/shared/errors.ts). */
  bareFailures: Partial<Record<number, z.ZodType>>;
  limit: EndpointLimit;
  /** `Cache-Control` of a success; `no-store` unless said. */
  cacheControl: string;
  /** Answers carry an `ETag`, and `If-None-Match` is honoured with 304. */
  etag: boolean;
  /** What a success may have changed: told to the person's other tabs and browsers. `sessions`: some of theirs may have ended. */
  changes: readonly (ChangeTopic | "sessions")[];
};

/** Whether its answers carry `errorMessage` (docs/reference/http-api.md, "Envelope"); its refusals then do so too. */
export function hasErrorMessage({ output }: Pick<Endpoint, "output">): boolean {
  return output instanceof z.ZodObject && "errorMessage" in output.shape;
}

/** A feature's endpoints by handler name. */
export type Contract = Record<string, Endpoint>;

/** Completes an endpoint with the defaults (docs/reference/http-api.md, "Envelope"). */
export function defineEndpoint<
  Method extends "GET" | "POST",
  Path extends string,
  Auth extends EndpointAuth,
  Input extends z.ZodType,
  Output extends z.ZodType,
  Bare extends boolean = false,
>(endpoint: {
  method: Method;
  path: Path;
  summary: string;
  auth: Auth;
  input: Input;
  output: Output;
  body?: EndpointBody;
  queryFields?: readonly (string & keyof z.input<Input>)[];
  bare?: Bare;
  bareFailures?: Partial<Record<number, z.ZodType>>;
  limit?: EndpointLimit;
  cacheControl?: string;
  etag?: boolean;
  changes?: Endpoint["changes"];
}): Endpoint<Method, Path, Auth, Input, Output, Bare> {
  return {
    body: "json",
    queryFields: [],
    bareFailures: {},
    limit: endpoint.method === "GET" ? "read" : "write",
    cacheControl: "no-store",
    etag: false,
    changes: [],
    ...endpoint,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Bare is inferred as false exactly where it is left out
    bare: (endpoint.bare ?? false) as Bare,
  };
}
