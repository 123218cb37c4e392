import { streamOf } from "../stream-of.ts";

/** Elements of a list that are written at once; a list of fewer may hold others that are long. */
const listPiece = 500;
/** The rows of an answer are in a list of a list's elements: `data.accounts[].rows[]`. Nothing further in is long. */
const mostDepth = 4;
/** Characters that are sent at once at least, so that fields aren't each on their own. */
const leastPiece = 4_000;

/**
 * Writes a value of plain objects and lists as JSON, piece by piece as it's read, so that the text of a list of 50,000 rows is never
 * there as a whole.
 */
export function jsonStream(value: unknown): ReadableStream<Uint8Array<ArrayBuffer>> {
  return streamOf(encoded(jsonPieces(value)));
}

function* encoded(texts: Iterable<string>): Generator<Uint8Array<ArrayBuffer>, void> {
  const encoder = new TextEncoder();
  for (const text of texts) yield encoder.encode(text);
}

/** Yields what `JSON.stringify` returns, in pieces. */
export function* jsonPieces(value: unknown): Generator<string, void> {
  let text = "";
  for (const part of partsOf(value, 0)) {
    text += part;
    if (text.length < leastPiece) continue;
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}

function* partsOf(value: unknown, depth: number): Generator<string, void> {
  if (Array.isArray(value) && (value.length >= listPiece || depth >= mostDepth)) {
    for (let from = 0; from < value.length; from += listPiece) {
      const text = JSON.stringify(value.slice(from, from + listPiece)).slice(1, -1);
      yield `${from === 0 ? "[" : ","}${text}`;
    }
    yield value.length === 0 ? "[]" : "]";
  } else if (typeof value !== "object" || value === null || depth >= mostDepth) {
    yield JSON.stringify(value);
  } else {
    const isList = Array.isArray(value);
    yield isList ? "[" : "{";
    let separator = "";
    for (const [key, each] of Object.entries(value)) {
      if (each === undefined && !isList) continue;
      yield isList ? separator : `${separator}${JSON.stringify(key)}:`;
      yield* partsOf(each ?? null, depth + 1);
      separator = ",";
    }
    yield isList ? "]" : "}";
  }
}
