import { z } from "zod";
import type { ChangeTopic } from "./change-topics.ts";

/**
 * Callers an endpoint accepts: `public` anyone; `user` anyone with a session; `member` members (docs/reference/product.md,
 * "Roles"). `own`, `finance`, and `owner` also require a session that hasn't been idle for 12 hours (docs/reference/product.md,
 * "Sessions"): `own` any session, for the caller's own data; `finance` members; `owner` the one who runs the site.
 */
export type EndpointAuth = "public" | "user" | "own" | "member" | "finance" | "owner";

/** Rate limit the endpoint counts toward (docs/reference/http-api.md, "Limits"). */
export type EndpointLimit = "search" | "read" | "write" | "sign-in";

/**
 * Whose money a `finance` call is about, in a browser that shows another person's (docs/reference/product.md, "Household"):
 * `shared` theirs, a GET for every member of the household and a POST for those who may write; `writers` only for those; `owner` theirs, refused to all
 * members; `apart` always the caller's own.
 */
export type EndpointSharing = "shared" | "writers" | "owner" | "apart";

/** Format of a POST's input: JSON, or a form with files (at most 10 MB: docs/reference/http-api.md, "Envelope"). */
export type EndpointBody = "json" | "multipart";

/** Output of a call that answers with a file to download, named `name.ending`. */
export const fileSchema = z.object({
  body: z.union([z.string(), z.custom<AsyncGenerator<Uint8Array, void>>()]),
  name: z.string(),
  ending: z.string(),
  type: z.string().default("text/csv; charset=utf-8; header=present"),
});

/** A file to download. */
export type DownloadFile = z.input<typeof fileSchema>;

/** One call of the HTTP contract, without its code. */
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
  /** Query of a GET, body of a POST. An empty POST body counts as `{}`. */
  input: Input;
  body: EndpointBody;
  /** Fields of a POST's input that may come in its query instead of its body. */
  queryFields: readonly string[];
  /** Content of a success: `data` of the envelope, or the whole body if `bare`. */
  output: Output;
  /** A bare response has no envelope; its failures do, except `bareFailures`. */
  bare: Bare;
  /** Content types of a success that is a file (`fileSchema`), which the document lists. */
  fileTypes: readonly string[];
  /** Bodies by status of failures that are bare as well (`bareFailure` of src/shared/errors.ts). */
  bareFailures: Partial<Record<number, z.ZodType>>;
  limit: EndpointLimit;
  sharing: EndpointSharing;
  /**
   * Requires proof within the last five minutes of who the person is (docs/reference/product.md, "Passkeys"), for what can't be
   * undone.
   */
  needsVerification: boolean;
  /** `Cache-Control` of a success; `no-store` by default. */
  cacheControl: string;
  /** Responses have an `ETag`, and `If-None-Match` is answered with 304. */
  etag: boolean;
  /** A success may have tens of thousands of rows, and is written in pieces. */
  isLong: boolean;
  /**
   * Topics that a success may change; the person's other tabs and browsers are notified. `sessions` means that some of theirs
   * may have ended.
   */
  changes: readonly (ChangeTopic | "sessions")[];
};

/** Returns whether responses have `errorMessage` (docs/reference/http-api.md, "Envelope"); failures then have it, too. */
export function hasErrorMessage({ output }: Pick<Endpoint, "output">): boolean {
  return output instanceof z.ZodObject && "errorMessage" in output.shape;
}

/** A feature's endpoints by handler name. */
export type Contract = Record<string, Endpoint>;

const nothing = z.object({});
type Nothing = typeof nothing;

/**
 * Defines a GET. What is left out has a default (docs/reference/http-api.md, "Envelope"): input and output are objects without
 * fields.
 */
export const defineGet = definitionOf("GET");

/** Defines a POST in the same way. */
export const definePost = definitionOf("POST");

function definitionOf<Method extends "GET" | "POST">(method: Method) {
  return <
    Path extends string,
    Auth extends EndpointAuth,
    Input extends z.ZodType = Nothing,
    Output extends z.ZodType = Nothing,
    Bare extends boolean = false,
  >(
    path: Path,
    auth: Auth,
    endpoint: {
      summary: string;
      input?: Input;
      output?: Output;
      body?: EndpointBody;
      queryFields?: readonly (string & keyof z.input<Input>)[];
      bare?: Bare;
      fileTypes?: readonly string[];
      bareFailures?: Partial<Record<number, z.ZodType>>;
      limit?: EndpointLimit;
      sharing?: EndpointSharing;
      needsVerification?: boolean;
      cacheControl?: string;
      etag?: boolean;
      isLong?: boolean;
      changes?: Endpoint["changes"];
    },
  ): Endpoint<Method, Path, Auth, Input, Output, Bare> => {
    const complete = {
      method,
      path,
      auth,
      input: nothing,
      output: nothing,
      body: "json",
      queryFields: [],
      fileTypes: [],
      bareFailures: {},
      limit: method === "GET" ? "read" : "write",
      sharing: "shared",
      needsVerification: false,
      cacheControl: "no-store",
      etag: false,
      isLong: false,
      changes: [],
      ...endpoint,
      bare: endpoint.bare ?? (false as const),
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Types are inferred as the defaults exactly where those are left out
    return complete as Endpoint<Method, Path, Auth, Input, Output, Bare>;
  };
}
