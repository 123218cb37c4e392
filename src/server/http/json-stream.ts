/** Length from which a list is written in pieces, and elements of a piece. */
const listPiece = 500;

/**
 * Writes a value of plain objects and lists as JSON, piece by piece as it's read, so that the text of a list of 50,000 rows is never
 * there as a whole.
 */
export function jsonStream(value: unknown): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const pieces = jsonPieces(value);
  return new ReadableStream({
    pull(controller) {
      const next = pieces.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
  });
}

/** Yields what `JSON.stringify` returns, in pieces. */
export function* jsonPieces(value: unknown): Generator<string, void> {
  let text = "";
  for (const part of partsOf(value)) {
    text += part.text;
    if (!part.isLong) continue;
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}

type Part = { text: string; isLong: boolean };

function* partsOf(value: unknown): Generator<Part, void> {
  if (Array.isArray(value) && value.length >= listPiece) yield* partsOfLongList(value);
  else if (Array.isArray(value))
    yield* listed(
      ["[", "]"],
      value.map((each) => ["", each ?? null] as const),
    );
  else if (typeof value === "object" && value !== null)
    yield* listed(
      ["{", "}"],
      Object.entries(value).flatMap(([key, each]) =>
        each === undefined ? [] : [[`${JSON.stringify(key)}:`, each] as const],
      ),
    );
  else yield { text: JSON.stringify(value), isLong: false };
}

function* listed(
  [start, end]: readonly [string, string],
  entries: readonly (readonly [name: string, value: unknown])[],
): Generator<Part, void> {
  yield { text: start, isLong: false };
  for (const [index, [name, value]] of entries.entries()) {
    yield { text: `${index === 0 ? "" : ","}${name}`, isLong: false };
    yield* partsOf(value);
  }
  yield { text: end, isLong: false };
}

function* partsOfLongList(list: readonly unknown[]): Generator<Part, void> {
  for (let from = 0; from < list.length; from += listPiece) {
    const text = JSON.stringify(list.slice(from, from + listPiece)).slice(1, -1);
    yield { text: `${from === 0 ? "[" : ","}${text}`, isLong: true };
  }
  yield { text: "]", isLong: false };
}
