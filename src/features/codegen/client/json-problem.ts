import { parseTree, printParseErrorCode, type ParseError } from "jsonc-parser";
import { textPosition } from "../domain/text-position.ts";
import type { SampleProblem } from "../domain/codegen.ts";

type Problem = Omit<SampleProblem, "sampleIndex">;

/** By the parser's names of its errors. */
const sentences: Readonly<Record<string, string>> = {
  InvalidSymbol:
    "This is no JSON: a value is a string in double quotes, a number, true, false, null, an object or a list.",
  InvalidNumberFormat: "This number is not written as JSON wants it.",
  PropertyNameExpected: "Here a field's name in double quotes is expected.",
  ValueExpected: "Here a value is expected.",
  ColonExpected: "Here a colon is expected.",
  CommaExpected: "Here a comma is expected.",
  CloseBraceExpected: "Here a closing } is expected.",
  CloseBracketExpected: "Here a closing ] is expected.",
  EndOfFileExpected: "The JSON ends before this; what follows belongs to nothing.",
  InvalidCommentToken: "JSON has no comments.",
  UnexpectedEndOfComment: "JSON has no comments.",
  UnexpectedEndOfString: "This string has no closing quote.",
  UnexpectedEndOfNumber: "This number is not finished.",
  InvalidUnicode: "After \\u four hexadecimal digits are expected.",
  InvalidEscapeCharacter: "This escape does not exist in JSON.",
  InvalidCharacter: "This character must be escaped inside a string.",
};

/**
 * Reads JSON, or says in a sentence where and why it is none. Engines word and place syntax errors each in their own
 * way, so `JSON.parse` only decides, and a parser that knows its place explains.
 */
export function readJson(text: string): { value: unknown } | { problem: Problem } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    if (text.trim() === "") return { problem: { message: "There is no JSON yet.", ...placeOf(text, 0) } };
    return { problem: explain(text, error) };
  }
}

function explain(text: string, error: unknown): Problem {
  const errors: ParseError[] = [];
  try {
    parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch {
    return { message: "This is nested too deeply to be read.", ...placeOf(text, 0) };
  }
  const [first] = errors;
  if (first === undefined) {
    const reason = error instanceof Error ? error.message : String(error);
    return { message: `This is no JSON: ${reason}`, ...placeOf(text, 0) };
  }
  return {
    message: sentences[printParseErrorCode(first.error)] ?? "This is no JSON.",
    ...placeOf(text, first.offset),
  };
}

function placeOf(text: string, offset: number): { line: number; column: number; offset: number } {
  return { ...textPosition(text, offset), offset };
}
