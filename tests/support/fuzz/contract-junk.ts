/** Input that no browser sends, for `tests/site/contract.test.ts`, each with a name that fits into a sentence. */

const deep = 50_000;
/** Queries that no call accepts. */
export const junkQueries: [string, string][] = [
  ["unknown keys", "?nothing=1&else=%00"],
  ["__proto__", "?__proto__=1&constructor=2&toString=3&__proto__[admin]=true"],
  ["broken percent signs", "?a=%&b=%E0%A4%A&=x"],
  ["invalid UTF-8", "?a=%FF%FE&%FF=%C0%80"],
  ["arrays and objects", "?page[]=1&page[a]=2&budgetId[]=3"],
  ["numbers that are none", "?page=NaN&pageSize=-1&budgetId=1e999&congress=0x10&term="],
  ["a huge value", `?term=${"x".repeat(20_000)}&budgetId=${"9".repeat(400)}`],
  ["thousands of keys", `?${Array.from({ length: 2_000 }, (_, index) => `k${index}=1`).join("&")}`],
  ["SQL", "?budgetId=1%27%20OR%201=1--&q=%25%27;drop%20table%20users"],
];

/** JSON that no call accepts. */
export const junkBodies: [string, string][] = [
  ["null", "null"],
  ["an array", "[]"],
  ["an array of arrays", "[[[]],[1],[null]]"],
  ["a number", "12"],
  ["a string", '"text"'],
  ["true", "true"],
  ["wrong types", '{"budgetId":{},"name":[],"startDate":12,"amount":"1e999","categories":"x","userId":null}'],
  ["__proto__", '{"__proto__":{"isMember":true},"constructor":{"prototype":{"a":1}}}'],
  ["a huge string", JSON.stringify({ name: "x".repeat(500_000), description: "\u0000".repeat(1_000) })],
  ["lone surrogates", String.raw`{"name":"\ud800","\udfff":"\udc00"}`],
  ["300 kB of nested arrays", `{"a":${"[".repeat(deep * 3)}${"]".repeat(deep * 3)}}`],
  ["300 kB of nested objects", `${'{"a":'.repeat(deep)}1${"}".repeat(deep)}`],
  ["numbers beyond all bounds", '{"budgetId":1e400,"page":-0,"amount":123456789012345678901234567890.5}'],
];

const boundary = "folio-7c1e";
/** Content type of these forms. */
export const formType = `multipart/form-data; boundary=${boundary}`;

/** Returns a form part as transmitted. */
export function part(headers: string, content: string): string {
  return `--${boundary}\r\n${headers}\r\n\r\n${content}\r\n`;
}

/** Headers of a part that is a file. */
export const file = 'Content-Disposition: form-data; name="file"; filename="a.png"';
/** End of a form. */
export const end = `--${boundary}--\r\n`;
/** Forms that no call accepts. */
export const junkForms: [string, string][] = [
  ["no parts", end],
  ["a field that is no file", part('Content-Disposition: form-data; name="file"', "text") + end],
  ["an empty file", part(file, "") + end],
  ["a file that is none of what it says", part(`${file}\r\nContent-Type: image/png`, "not a picture") + end],
  ["the file twice", part(file, "a") + part(file, "b") + end],
  ["unknown fields", part('Content-Disposition: form-data; name="__proto__"', "1") + part(file, "a") + end],
  [
    "a path for a name",
    part('Content-Disposition: form-data; name="file"; filename="../../etc/passwd\u0000.png"', "a") + end,
  ],
  ["two thousand parts", part('Content-Disposition: form-data; name="a"', "b").repeat(2_000) + end],
  [
    "fifty thousand fields",
    Array.from({ length: 50_000 }, (_, index) =>
      part(`Content-Disposition: form-data; name="a${index}"`, "b"),
    ).join("") + end,
  ],
  ["a part without headers", `--${boundary}\r\n\r\ntext\r\n${end}`],
];
/** Invalid forms: name, content type and body. */
export const brokenForms: [string, string, string][] = [
  ["cut short", formType, part(file, "a")],
  ["of another boundary", "multipart/form-data; boundary=other", part(file, "a") + end],
  ["without a boundary", "multipart/form-data", part(file, "a") + end],
  ["not a form at all", formType, '{"file":"a"}'],
];
