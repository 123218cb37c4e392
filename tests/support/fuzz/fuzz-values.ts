import type { JsonSchema } from "./fuzz-operations.ts";

/** JSON text of values that break programs, including some that `JSON.stringify` would repair or refuse. */
export const hostileTokens: readonly [string, ...string[]] = [
  "null",
  "true",
  "false",
  "0",
  "-0",
  "-1",
  "1.5",
  "1e309",
  "-1e309",
  "1e-400",
  "2147483648",
  "9007199254740993",
  "123456789012345678901234567890",
  "0.1000000000000000055511151231257827",
  '""',
  '" "',
  '"NaN"',
  '"Infinity"',
  '"-0"',
  '"1e309"',
  '"0x10"',
  '"null"',
  '"undefined"',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"2026-02-30"',
  '"0000-00-00"',
  '"9999-99-99"',
  '"+275760-09-13"',
  '"-2026-01-01"',
  '"2026-11-05T00:00:00Z"',
  String.raw`"\ud800"`,
  String.raw`"\udfff\ud800"`,
  String.raw`"\u0000"`,
  String.raw`"a\u0000b"`,
  String.raw`"\u202eevil\u2066"`,
  String.raw`"\ufeff\u200b"`,
  String.raw`"e\u0301\u0301\u0301\u0301\u0301"`,
  '"👩‍👩‍👧‍👦"',
  String.raw`"line\r\nSet-Cookie: a=b"`,
  `"' OR '1'='1"`,
  String.raw`"%00%ff%2e%2e%2f"`,
  '"../../../../etc/passwd"',
  '"${7*7}{{7*7}}<%= 7*7 %>"',
  '"<script>alert(1)</script>"',
  String.raw`"%s%n%d\\"`,
  `"${"x".repeat(10_000)}"`,
  `"${"9".repeat(400)}"`,
  "[]",
  "{}",
  "[null]",
  "[[]]",
  '["a","a"]',
  '{"length":-1}',
  '{"toString":1,"valueOf":2}',
  '{"__proto__":{"isMember":true}}',
  `${"[".repeat(10_000)}${"]".repeat(10_000)}`,
  `[${"0,".repeat(5_000)}0]`,
];

/** Valid values by field name, such as the caller's own row ids; an optional field that is undefined is left out. */
export type KnownValues = Readonly<Record<string, unknown>>;

/** Returns a value that the schema accepts and the handler receives; ids are the caller's own if the field name is known. */
export function sampleOf(schema: JsonSchema, name: string, known: KnownValues): unknown {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Object.hasOwn(known, name)) return known[name];
  if (alternatives?.[0] !== undefined) return sampleOf(alternatives[0], name, known);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, value]) => [key, sampleOf(value, key, known)]),
      );
    case "array":
      return schema.items === undefined ? [] : [sampleOf(schema.items, `${name}[]`, known)];
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return sampleText(schema, name);
  }
}

function sampleText(schema: JsonSchema, name: string): string {
  if (schema.format === "uuid") return "6f1c1c5e-3f0e-4f8b-9a52-0d6f5a3c7e11";
  if (schema.pattern === "^[A-Z]{3}$") return "USD";
  if (schema.pattern?.startsWith("^[A-Z_]") === true) return "TRAVEL";
  if (/date$|dates\[\]$|^from$|^appliesFrom$|^to$/i.test(name)) return "2026-11-05";
  if (/month|effective/i.test(name)) return "2026-11";
  return "Lamp 1";
}
