import type { ContentProblem } from "./content-source.ts";

export type FrontMatter =
  | { ok: true; yaml: string; body: string; bodyLine: number }
  | { ok: false; problem: ContentProblem };

/** Splits a file into the YAML between its `---` lines and the rest. */
export function splitFrontMatter(text: string, file: string): FrontMatter {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  if (lines[0]?.trimEnd() !== "---") {
    return {
      ok: false,
      problem: { file, line: 1, message: 'expected "---" and front matter such as "title: …"' },
    };
  }
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === "---");
  if (end < 0) {
    return { ok: false, problem: { file, line: 1, message: 'the front matter has no closing "---" line' } };
  }
  return {
    ok: true,
    yaml: lines.slice(1, end).join("\n"),
    body: lines.slice(end + 1).join("\n"),
    bodyLine: end + 2,
  };
}
