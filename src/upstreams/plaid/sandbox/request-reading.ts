import { z } from "zod";
import { parseJson } from "#shared/text/json-text.ts";
import { plaidSandboxClient } from "../plaid-sandbox-client.ts";
import { missingFields, unknownFields, invalidField, problems, SandboxError } from "./sandbox-errors.ts";
import type { Item } from "./items/item.ts";
import type { Sandbox, SandboxContext } from "./sandbox-context.ts";

/**
 * Reads a call's body like Plaid: JSON with the credentials in it or in headers, without missing or unknown fields.
 * @throws SandboxError with Plaid's error, the first of: invalid JSON, missing credentials, wrong credentials, unknown fields,
 * missing fields, invalid fields
 */
export async function readRequest<T>(c: SandboxContext, schema: z.ZodType<T>): Promise<T> {
  const body = z.record(z.string(), z.unknown()).safeParse(parseJson(await c.req.text()));
  const isJson = (c.req.header("content-type") ?? "").split(";")[0]?.trim() === "application/json";
  if (!body.success || !isJson) throw new SandboxError(problems.invalidBody);
  const { client_id: clientId, secret, ...fields } = body.data;
  checkCredentials(clientId ?? c.req.header("plaid-client-id"), secret ?? c.req.header("plaid-secret"));
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw new SandboxError(problemOf(parsed.error, fields));
}

function checkCredentials(clientId: unknown, secret: unknown): void {
  const missing = [
    ...(clientId === undefined ? ["client_id"] : []),
    ...(secret === undefined ? ["secret"] : []),
  ];
  if (missing.length > 0) throw new SandboxError(missingFields(missing));
  if (clientId !== plaidSandboxClient.clientId || secret !== plaidSandboxClient.secret) {
    throw new SandboxError(problems.invalidKeys);
  }
}

function problemOf(error: z.ZodError, body: object) {
  const unknown = error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" ? issue.keys.map((key) => pathText([...issue.path, key])) : [],
  );
  if (unknown.length > 0) return unknownFields(unknown);
  const missing = error.issues.filter(
    (issue) => issue.code === "invalid_type" && valueAt(body, issue.path) === undefined,
  );
  if (missing.length > 0) return missingFields(missing.map(({ path }) => pathText(path)));
  const [first] = error.issues;
  return invalidField(`${pathText(first?.path ?? [])} ${first?.message ?? "is not valid"}`);
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map(String).join(".");
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    body,
  );
}

/**
 * Returns the Item of an access token, after applying the behavior its user name requests for every call.
 * @throws SandboxError INVALID_ACCESS_TOKEN for one that was never issued, ITEM_NOT_FOUND for a removed one
 */
export async function openItem(sandbox: Sandbox, accessToken: string): Promise<Item> {
  const seed = sandbox.tokens.readAccessToken(accessToken);
  if (seed === null) {
    const isFormed = /^access-(sandbox|production)-./.test(accessToken);
    throw new SandboxError(isFormed ? problems.unknownAccessToken : problems.malformedAccessToken);
  }
  const item = sandbox.items.open(seed);
  if (seed.behavior === "slow") await sandbox.wait(slowMs);
  if (item.state().removedAtMs !== null) throw new SandboxError(problems.itemNotFound);
  return item;
}

const slowMs = 4_000;

/**
 * Returns the Item if it is readable.
 * @throws SandboxError with the Item's problem
 */
export async function openWorkingItem(sandbox: Sandbox, accessToken: string): Promise<Item> {
  const item = await openItem(sandbox, accessToken);
  const condition = sandbox.items.conditionOf(item);
  if (condition !== null) throw new SandboxError(condition.problem);
  if (item.seed.behavior === "error-500") throw new SandboxError(problems.internal);
  return item;
}
