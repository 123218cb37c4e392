import { LineCounter, parseDocument, isMap, isNode, isScalar, type Document } from "yaml";
import type { z } from "zod";

/** A problem at a line of a file, counted from 1. */
export type YamlProblem = { file: string; line: number; message: string };

/** Values of a YAML text, or all its problems with their lines. */
export type YamlReading<Value> = { ok: true; value: Value } | { ok: false; problems: YamlProblem[] };

/**
 * Parses YAML and validates it against a schema.
 * @param firstLine the line of the file on which the text begins, counted from 1
 */
export function readYaml<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
  place: { file: string; firstLine: number },
): YamlReading<z.output<Schema>> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => lines.linePos(offset).line + place.firstLine - 1;
  if (document.errors.length > 0) {
    return {
      ok: false,
      problems: document.errors.map((error) => ({
        file: place.file,
        line: lineAt(error.pos[0]),
        message: `invalid YAML: ${error.message}`,
      })),
    };
  }
  const value = toValue(document);
  if (value === undefined) {
    const problem = {
      file: place.file,
      line: place.firstLine,
      message: "invalid YAML: too many aliases",
    };
    return { ok: false, problems: [problem] };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  return {
    ok: false,
    problems: parsed.error.issues.flatMap((issue) =>
      explainIssue(issue).map(({ path, message }) => ({
        file: place.file,
        line: lineAt(offsetOf(document, path)),
        message,
      })),
    ),
  };
}

/** Converts to a value, or returns undefined if repeated aliases would expand a few lines to gigabytes. */
function toValue(document: Document): unknown {
  // An empty block means "no fields", so that the missing ones are reported.
  if (document.contents === null) return {};
  try {
    return document.toJS({ maxAliasCount: 20 }) as unknown;
  } catch {
    return undefined;
  }
}

function explainIssue(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string }[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: `unknown key "${key}"` }));
  }
  // For an item of a list the line says enough; within a field (tags.1) the index helps.
  const field = issue.path
    .slice(typeof issue.path[0] === "number" ? 1 : 0)
    .map(String)
    .join(".");
  return [{ path: issue.path, message: field === "" ? issue.message : `${field}: ${issue.message}` }];
}

/** Returns the offset of the value at `path`, or of its nearest existing ancestor. */
function offsetOf(document: Document, path: PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const [key, ...parents] = path.slice(0, length).toReversed();
    const parent = document.getIn(parents.toReversed(), true);
    const map = length === 1 ? document.contents : parent;
    if (isMap(map)) {
      const pair = map.items.find((item) => isScalar(item.key) && item.key.value === key);
      if (pair !== undefined && isNode(pair.key)) return pair.key.range?.[0] ?? 0;
    }
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}
