import { parseTree, printParseErrorCode, type ParseError } from "jsonc-parser";
import { textPosition } from "../domain/text-position.ts";
import type { SampleProblem } from "../domain/codegen.ts";

type Problem = Omit<SampleProblem, "sampleIndex">;

/** Messages by the parser's error names. */
const sentences: Readonly<Record<string, string>> = {
  InvalidSymbol: "Expected a string in double quotes, a number, true, false, null, an object, or an array",
  InvalidNumberFormat: "Invalid number",
  PropertyNameExpected: "Expected a property name in double quotes",
  ValueExpected: "Expected a value",
  ColonExpected: "Expected a colon",
  CommaExpected: "Expected a comma",
  CloseBraceExpected: "Expected a closing }",
  CloseBracketExpected: "Expected a closing ]",
  EndOfFileExpected: "Unexpected text after the end of the JSON",
  InvalidCommentToken: "JSON can’t contain comments",
  UnexpectedEndOfComment: "JSON can’t contain comments",
  UnexpectedEndOfString: "Missing closing quote",
  UnexpectedEndOfNumber: "Incomplete number",
  InvalidUnicode: "Expected four hexadecimal digits after \\u",
  InvalidEscapeCharacter: "Invalid escape sequence",
  InvalidCharacter: "This character must be escaped in a string",
};

/**
 * Parses JSON, or explains where and why it is invalid. Engines report syntax errors differently, so `JSON.parse` only
 * decides, and a parser that tracks positions explains.
 */
export function readJson(text: string): { value: unknown } | { problem: Problem } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    if (text.trim() === "") return { problem: { message: "Enter some JSON", ...placeOf(text, 0) } };
    return { problem: explain(text, error) };
  }
}

function explain(text: string, error: unknown): Problem {
  const errors: ParseError[] = [];
  try {
    parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch {
    return { message: "This is nested too deeply", ...placeOf(text, 0) };
  }
  const [first] = errors;
  if (first === undefined) {
    const reason = error instanceof Error ? error.message : String(error);
    return { message: `Invalid JSON: ${reason}`, ...placeOf(text, 0) };
  }
  return {
    message: sentences[printParseErrorCode(first.error)] ?? "Invalid JSON",
    ...placeOf(text, first.offset),
  };
}

function placeOf(text: string, offset: number): { line: number; column: number; offset: number } {
  return { ...textPosition(text, offset), offset };
}
