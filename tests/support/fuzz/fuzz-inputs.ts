import { gzipSync } from "node:zlib";
import { siteConfig } from "#site-config";
import { seededRandom, type SeededRandom } from "#upstreams/plaid/sandbox/flows/seeded-random.ts";
import type { FuzzOperation, JsonSchema } from "./fuzz-operations.ts";
import { hostileTokens, sampleOf, type KnownValues } from "./fuzz-values.ts";

/** A request that no well-behaved client would send. */
export type FuzzInput = {
  /** Describes what is wrong with it. */
  label: string;
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
};

const origin = "http://localhost:3000";

/**
 * Returns `count` distinct bad inputs for an operation, the same for the same seed: otherwise valid input with values that
 * break programs, in each field; input of the wrong shape; and invalid HTTP.
 */
export function badInputs(
  operation: FuzzOperation,
  options: { seed: string; count: number; known: KnownValues },
): FuzzInput[] {
  const random = seededRandom(`${options.seed} ${operation.name}`);
  const made = new Map<string, FuzzInput>();
  const add = (input: FuzzInput) =>
    void made.set(
      `${input.method} ${input.target} ${JSON.stringify(input.headers)} ${String(input.body)}`,
      input,
    );
  for (const input of [
    ...shapeInputs(operation, options.known),
    ...transportInputs(operation, options.known),
  ])
    add(input);
  const fields = fieldsOf(operation);
  while (made.size < options.count) add(fieldInput(operation, fields, random, options.known));
  return [...made.values()];
}

/** Returns the valid input that the bad ones are derived from. */
export function rightInput(operation: FuzzOperation, known: KnownValues): FuzzInput {
  if (operation.method === "GET") {
    return request(operation, "nothing wrong", { target: queryTarget(operation, new Map(), known) });
  }
  return request(operation, "nothing wrong", bodyWith(operation, new Map(), known));
}

/** Describes an input in one readable text, shortening long parts, so that it can be sent again by hand. */
export function describeInput(input: FuzzInput): string {
  const body = input.body === null ? "" : ` body ${cut(JSON.stringify(Buffer.from(input.body).toString()))}`;
  return `${input.label}: ${input.method} ${cut(input.target)} ${cut(JSON.stringify(input.headers))}${body}`;
}

function cut(text: string): string {
  return text.length <= 300 ? text : `${text.slice(0, 200)}… (${text.length} characters)`;
}

function request(operation: FuzzOperation, label: string, change: Partial<FuzzInput>): FuzzInput {
  const isPost = operation.method === "POST";
  return {
    label,
    method: operation.method,
    target: operation.path,
    body: isPost ? "{}" : null,
    ...change,
    headers: {
      ...(isPost
        ? {
            origin,
            "x-tenant": siteConfig.tenant,
            "content-type": operation.body?.contentType ?? "application/json",
          }
        : {}),
      ...change.headers,
    },
  };
}

/** Path to a value, from the outside in: `["categories", "[]", "estimate"]`. */
type FieldPath = readonly string[];

function fieldsOf(operation: FuzzOperation): FieldPath[] {
  if (operation.method === "GET") return Object.keys(operation.query).map((name) => [name]);
  return operation.body === null ? [] : pathsOf(operation.body.schema, []);
}

function pathsOf(schema: JsonSchema, at: FieldPath): FieldPath[] {
  const own: FieldPath[] = at.length === 0 ? [] : [at];
  const inner = shapesOf(schema).flatMap(({ properties = {}, items }) =>
    Object.entries(properties).concat(items === undefined ? [] : [["[]", items]]),
  );
  return own.concat(inner.flatMap(([name, value]) => pathsOf(value, [...at, name])));
}

/** Returns valid input with one to three of its fields (or unknown ones) set to values that break programs. */
function fieldInput(
  operation: FuzzOperation,
  fields: readonly FieldPath[],
  random: SeededRandom,
  known: KnownValues,
): FuzzInput {
  const changes = new Map<string, string>();
  const most = random.chance(0.7) ? 1 : 3;
  const [first, ...others] = fields;
  for (let made = 0; made < most; made += 1) {
    const isKnown = first !== undefined && random.chance(0.9);
    const field = isKnown ? random.pick([first, ...others]) : [`extra${random.whole(0, 999_999)}`];
    changes.set(field.join("."), random.pick(hostileTokens));
  }
  const label = [...changes].map(([field, token]) => `${field} = ${token.slice(0, 40)}`).join(", ");
  if (operation.method === "GET")
    return request(operation, label, { target: queryTarget(operation, changes, known) });
  return request(operation, label, bodyWith(operation, changes, known));
}

function queryTarget(
  operation: FuzzOperation,
  changes: ReadonlyMap<string, string>,
  known: KnownValues,
): string {
  const query = new URLSearchParams();
  for (const [name, schema] of Object.entries(operation.query)) {
    // Half of them omit optional fields, decided by the name's length, so that no filter hides what the others find.
    const isLeftOut = !operation.requiredQuery.includes(name) && name.length % 2 === 1;
    if (Object.hasOwn(known, name) || !isLeftOut) query.set(name, textOf(sampleOf(schema, name, known)));
  }
  for (const [name, token] of changes) query.set(name, queryText(token));
  return `${operation.path}?${query.toString()}`;
}

/** Returns a token as a query carries it: a string's text, anything else as JSON. */
function queryText(token: string): string {
  return token.startsWith('"') ? textOf(JSON.parse(token)) : token;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function bodyWith(
  operation: FuzzOperation,
  changes: ReadonlyMap<string, string>,
  known: KnownValues,
): Partial<FuzzInput> {
  const body = operation.body ?? { contentType: "application/json", schema: {} };
  if (body.contentType !== "application/json") return formWith(changes);
  return { body: jsonWith(body.schema, [], changes, known) };
}

/** The schema with its alternatives; of exclusive ones, the one that samples are of. */
function shapesOf(schema: JsonSchema): JsonSchema[] {
  return [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []).slice(0, 1)];
}

/** Returns JSON of the schema's sample with the tokens of `changes` at their paths; unknown paths become fields. */
function jsonWith(
  schema: JsonSchema,
  at: FieldPath,
  changes: ReadonlyMap<string, string>,
  known: KnownValues,
): string {
  const own = changes.get(at.join("."));
  if (own !== undefined) return own;
  const isChangedWithin = [...changes.keys()].some(
    (field) => at.length === 0 || field.startsWith(`${at.join(".")}.`),
  );
  const shape = shapesOf(schema).find((one) => one.properties ?? one.items);
  if (!isChangedWithin || shape === undefined)
    return JSON.stringify(sampleOf(schema, at.at(-1) ?? "", known));
  if (shape.items !== undefined) return `[${jsonWith(shape.items, [...at, "[]"], changes, known)}]`;
  const isLeftOut = (name: string) =>
    Object.hasOwn(known, name) && known[name] === undefined && !changes.has([...at, name].join("."));
  const fields = Object.entries(shape.properties ?? {})
    .filter(([name]) => !isLeftOut(name))
    .map(([name, value]) => `${JSON.stringify(name)}:${jsonWith(value, [...at, name], changes, known)}`);
  const extra = [...changes].flatMap(([field, token]) =>
    at.length === 0 && field.startsWith("extra") ? [`${JSON.stringify(field)}:${token}`] : [],
  );
  return `{${[...fields, ...extra].join(",")}}`;
}

const boundary = "folio-fuzz";

function formWith(changes: ReadonlyMap<string, string>): Partial<FuzzInput> {
  const parts = [...changes].map(
    ([name, token]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${name}.png"\r\n` +
      `Content-Type: image/png\r\n\r\n${token}\r\n`,
  );
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: `${parts.join("")}--${boundary}--\r\n`,
  };
}

const nested = 10_000;

/** Returns bodies and queries of a completely wrong shape. */
function shapeInputs(operation: FuzzOperation, known: KnownValues): FuzzInput[] {
  return operation.method === "GET" ? shapeQueries(operation, known) : shapeBodies(operation, known);
}

function shapeBodies(operation: FuzzOperation, known: KnownValues): FuzzInput[] {
  const schema = operation.body?.schema ?? {};
  const right = jsonWith(schema, [], new Map(), known);
  const names = Object.keys(schema.properties ?? {});
  const twice = names.map((name) => `${JSON.stringify(name)}:1`).join(",");
  const bodies: [string, string | Uint8Array<ArrayBuffer>][] = [
    ["null", "null"],
    ["an array for the object", `[${right}]`],
    ["a number", "12"],
    ["a text", '"text"'],
    ["nothing but white space", " \r\n\t"],
    ["cut short", right.slice(0, -1)],
    ["two values", `${right}${right}`],
    ["a trailing comma", right.replace(/\}$/, ",}")],
    ["single quotes", right.replaceAll('"', "'")],
    ["a comment", `/* a */${right}`],
    ["a byte order mark", `\uFEFF${right}`],
    ["NaN", '{"a":NaN}'],
    ["a control character in a text", '{"a":"\u0001"}'],
    ["arrays, deeply", `${"[".repeat(nested)}${"]".repeat(nested)}`],
    ["objects, deeply", `${'{"a":'.repeat(nested)}1${"}".repeat(nested)}`],
    ["open arrays", "[".repeat(nested)],
    ["__proto__ for everything", `{"__proto__":${right}}`],
    ["constructor.prototype", `{"constructor":{"prototype":${right}}}`],
    ["every field twice", `{${twice}${twice === "" ? "" : ","}${right.slice(1)}`],
    [
      "a thousand fields",
      JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`k${at}`, at]))),
    ],
    ["a text of nearly the limit", JSON.stringify({ [names[0] ?? "a"]: "x".repeat(990_000) })],
    ["a name of a hundred thousand letters", JSON.stringify({ ["n".repeat(100_000)]: 1 })],
    ["UTF-16", new Uint8Array(Buffer.from(right, "utf16le"))],
    ["Latin-1", new Uint8Array(Buffer.from('{"name":"é"}', "latin1"))],
    ["overlong UTF-8", new Uint8Array([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])],
    ["zeros", new Uint8Array(4096)],
    ["gzip that nobody announced", new Uint8Array(gzipSync(right))],
    ...names.map((name): [string, string] => [`without ${name}`, withoutField(right, name)]),
    ...names.map((name): [string, string] => [`${name} as an array`, asArray(right, name)]),
  ];
  return bodies.map(([label, body]) => request(operation, label, { body }));
}

function withoutField(json: string, name: string): string {
  const { [name]: _, ...rest } = JSON.parse(json) as Record<string, unknown>;
  return JSON.stringify(rest);
}

function asArray(json: string, name: string): string {
  const value = JSON.parse(json) as Record<string, unknown>;
  return JSON.stringify({ ...value, [name]: [value[name]] });
}

function shapeQueries(operation: FuzzOperation, known: KnownValues): FuzzInput[] {
  const right = queryTarget(operation, new Map(), known);
  const names = [...Object.keys(operation.query), "page"];
  const [first = "page"] = names;
  const queries: [string, string][] = [
    ["a lone percent sign", "%"],
    ["half a percent code", `${first}=%E0%A4%A`],
    ["percent codes that are no text", `${first}=%FF%FE%C0%80`],
    ["a lone surrogate in percent codes", `${first}=%ED%A0%80`],
    ["NUL", `${first}=%00`],
    ["line ends", `${first}=%0d%0aSet-Cookie:%20a=b`],
    ["twice encoded", `${first}=%252e%252e%252f`],
    ["no names", "=1&=2"],
    ["nothing but separators", "&&&&;;;;"],
    ["semicolons", `${first}=1;${first}=2`],
    ["plus signs", `${first}=++++`],
    ["a fragment's sign", `${first}=1%23x`],
    ["__proto__", "__proto__=1&constructor=2&__proto__%5Bx%5D=3"],
    ["two thousand names", Array.from({ length: 2000 }, (_, at) => `k${at}=1`).join("&")],
    ["ten thousand letters", `${first}=${"x".repeat(10_000)}`],
    ["a name of ten thousand letters", `${"n".repeat(10_000)}=1`],
    ...names.flatMap((name): [string, string][] => [
      [`${name} twice`, `${name}=1&${name}=1`],
      [`${name} in brackets`, `${name}[]=1&${name}[a]=2`],
      [`${name} without a value`, name],
      [`${name} in capitals`, `${name.toUpperCase()}=1`],
    ]),
  ];
  return queries.flatMap(([label, query]) => [
    request(operation, label, { target: `${operation.path}?${query}` }),
    request(operation, `${label}, after a right query`, {
      target: `${right}${right.endsWith("?") ? "" : "&"}${query}`,
    }),
  ]);
}

const contentTypes = [
  "",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  "application/xml",
  "application/json; charset=utf-16",
  "application/json, text/plain",
  "application/jsonp",
  "application/json\u00ff",
  "APPLICATION/JSON;;;=",
  "*/*",
];
const methods = ["PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "PROPFIND", "x"];

/** Returns invalid HTTP requests, and ones with headers that must not be trusted. */
function transportInputs(operation: FuzzOperation, known: KnownValues): FuzzInput[] {
  const { path } = operation;
  const isPost = operation.method === "POST";
  const headers: [string, Record<string, string>][] = [
    ["a header of 64 KB", { "x-long": "x".repeat(65_536) }],
    ["a thousand cookies", { cookie: Array.from({ length: 1000 }, (_, at) => `c${at}=1`).join("; ") }],
    ["an Accept that takes nothing", { accept: "application/x-nothing;q=0" }],
    ["an If-None-Match of commas", { "if-none-match": `${'"a",'.repeat(2000)}*x` }],
    ["a Range", { range: "bytes=0-0,1-1,-1" }],
    ["Latin-1 in a header", { "x-name": "é\u00ff" }],
    ["a method override", { "x-http-method-override": "DELETE", "x-method-override": "DELETE" }],
    ["another tenant", { "x-tenant": "somebody-else" }],
    ["Accept-Encoding of junk", { "accept-encoding": "gzip;q=2, br;q=-1, *;q=x, zstd" }],
    ["an Authorization", { authorization: `Basic ${"A".repeat(5000)}` }],
    ["X-Original-URL", { "x-original-url": "/metrics", "x-rewrite-url": "/metrics" }],
    ["an announced length that is none", { "content-length": "NaN" }],
  ];
  const paths = [
    `${path}/`,
    `/${path}`,
    `${path}//`,
    `${path};a=b`,
    `${path}%2e`,
    `${path}%00`,
    `${path}/..`,
  ];
  const more = [
    ...paths,
    path.toUpperCase(),
    path.replace("/api/", "/api/./"),
    path.replace("/api/", "/api/%2e%2e/api/"),
    path.replace("/api/", String.raw`/api\..\api/`),
    `${path}/${"a/".repeat(2000)}`,
    `${path}%FF`,
  ];
  return [
    ...methods.map((method) => request(operation, `the method ${method}`, { method, body: null })),
    ...headers.map(([label, given]) => request(operation, label, { headers: given })),
    ...more.map((target) => request(operation, "another path", { target })),
    ...(isPost ? postTransports(operation, known) : []),
  ];
}

function postTransports(operation: FuzzOperation, known: KnownValues): FuzzInput[] {
  const right = jsonWith(operation.body?.schema ?? {}, [], new Map(), known);
  const encodings = ["gzip", "br", "deflate", "zstd", "identity, gzip", "x"];
  return [
    ...contentTypes.map((type) =>
      request(operation, `the content type ${JSON.stringify(type)}`, {
        body: right,
        headers: { "content-type": type },
      }),
    ),
    ...encodings.map((encoding) =>
      request(operation, `the content encoding ${encoding}`, {
        body: new Uint8Array(gzipSync(right)),
        headers: { "content-encoding": encoding },
      }),
    ),
    request(operation, "an announced length over the limit", {
      body: right,
      headers: { "content-length": "99999999" },
    }),
    request(operation, "a body over the limit", { body: `{"a":"${"x".repeat(1_000_000)}"}` }),
    request(operation, "a form's body", { body: "a=1&b=2" }),
    request(operation, "a multipart body", formWith(new Map([["file", "x"]]))),
  ];
}
