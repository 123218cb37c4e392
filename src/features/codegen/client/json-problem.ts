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
  const json = withoutMark(text);
  try {
    return { value: JSON.parse(json) as unknown };
  } catch (error) {
    const problem =
      json.trim() === "" ? { message: "Enter some JSON", ...placeOf(json, 0) } : explain(json, error);
    return { problem: { ...problem, offset: problem.offset + text.length - json.length } };
  }
}

/** Removes a byte order mark, which nobody sees: some programs put one before everything that they save. */
export function withoutMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

function explain(text: string, error: unknown): Problem {
  let first: ParseError | undefined;
  try {
    first = firstError(text);
  } catch {
    return { message: "This is nested too deeply", ...placeOf(text, 0) };
  }
  if (first === undefined) {
    const reason = error instanceof Error ? error.message : String(error);
    return { message: `Invalid JSON: ${reason}`, ...placeOf(text, 0) };
  }
  const name = printParseErrorCode(first.error);
  return {
    message:
      sentences[name === "InvalidSymbol" ? dueAfter(text.slice(0, first.offset)) : name] ?? "Invalid JSON",
    ...placeOf(text, first.offset),
  };
}

function firstError(text: string): ParseError | undefined {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  return errors[0];
}

/** Returns what is missing after the beginning of a JSON text, where something stands that isn't JSON. */
function dueAfter(beginning: string): string {
  const last = beginning.trimEnd().at(-1);
  if (last === "{") return "PropertyNameExpected";
  if (last === "[") return "InvalidSymbol";
  const missing = firstError(beginning);
  if (missing === undefined) return "EndOfFileExpected";
  const name = printParseErrorCode(missing.error);
  return name === "ValueExpected" ? "InvalidSymbol" : name;
}

function placeOf(text: string, offset: number): { line: number; column: number; offset: number } {
  return { ...textPosition(text, offset), offset };
}
