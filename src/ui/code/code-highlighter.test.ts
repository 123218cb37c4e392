import { expect, test } from "vitest";
import { highlightCode } from "./code-highlighter.ts";

const script = `const page = "<script>alert('&')</script>"; // <b>bold</b>`;

async function htmlOf(request: Parameters<typeof highlightCode>[0]): Promise<string> {
  const outcome = await highlightCode(request);
  return outcome.kind === "highlighted" ? outcome.html : "";
}

test("highlights a known language", async () => {
  const outcome = await highlightCode({ code: "const total = 1;", language: "TypeScript" });
  expect(outcome).toMatchObject({ kind: "highlighted", language: "typescript" });
  expect(await htmlOf({ code: "const total = 1;", language: "TypeScript" })).toContain(
    'class="hljs-keyword">const<',
  );
});

test("highlights VB.NET by its usual name", async () => {
  expect(await htmlOf({ code: "Dim total As Integer = 1", language: "VB.NET" })).toContain("hljs-keyword");
});

test.each(["javascript", "xml", "plaintext", "markdown", "php", undefined])(
  "markup in code stays text (%s)",
  async (language) => {
    const html = await htmlOf({ code: script, language, autodetect: true });
    expect(html).toContain("&lt;");
    expect(html.replaceAll(/<\/?span[^<>]*>/gu, "")).not.toMatch(/[<>]/u);
  },
);

test("leaves an unknown language plain, whatever the other flags", async () => {
  for (const autodetect of [true, false])
    expect(await highlightCode({ code: "a = 1", language: "brainfog", autodetect })).toEqual({
      kind: "plain",
      reason: "unknown-language",
    });
});

test("prefers a named language to autodetection", async () => {
  expect(await highlightCode({ code: "SELECT 1", language: "css", autodetect: true })).toMatchObject({
    language: "css",
  });
});

test("detects the language only if asked to", async () => {
  const code = '{ "account": "Checking", "balances": [1, 2.5], "isOpen": true }';
  expect(await highlightCode({ code, autodetect: true })).toMatchObject({
    kind: "highlighted",
    language: "json",
  });
  expect(await highlightCode({ code })).toEqual({ kind: "plain", reason: "no-language" });
});

test("leaves text without a detectable language plain", async () => {
  expect(await highlightCode({ code: "", autodetect: true })).toEqual({
    kind: "plain",
    reason: "no-language",
  });
});

test("highlights illegal syntax by default, and leaves it plain if illegals aren't ignored", async () => {
  const code = "int main() { ` }";
  const illegal = { code: '{ "a": 1 } </', language: "java" };
  expect((await highlightCode({ code: illegal.code, language: "java" })).kind).toBe("highlighted");
  expect(await highlightCode({ ...illegal, ignoreIllegals: false })).toEqual({
    kind: "plain",
    reason: "illegal",
  });
  expect((await highlightCode({ code, language: "c", ignoreIllegals: true })).kind).toBe("highlighted");
});

test("highlights legal code if illegals aren't ignored", async () => {
  expect((await highlightCode({ code: "class A {}", language: "java", ignoreIllegals: false })).kind).toBe(
    "highlighted",
  );
});
