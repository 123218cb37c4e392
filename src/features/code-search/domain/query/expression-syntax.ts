/** Literals, combined, that a text must contain for a match to be possible. Null if anything may match. */
export type Need =
  | { is: "literal"; text: string }
  | { is: "all"; parts: Need[] }
  | { is: "any"; parts: Need[] }
  | null;

/** A node's JavaScript, the shortest match's length, and what it needs. */
export type Piece = {
  source: string;
  minLength: number;
  /** Every string it can match, if they are few; null otherwise. */
  exact: string[] | null;
  need: Need;
};

const maxExact = 12;
const maxExactLength = 48;

export const nothing: Piece = { source: "", minLength: 0, exact: [""], need: null };

/** A piece that matches some unknown text. */
export function unknownPiece(source: string, minLength: number): Piece {
  return { source, minLength, exact: null, need: null };
}

/** Returns what all of these need together. */
export function all(parts: readonly Need[]): Need {
  const known = parts.filter((part) => part !== null);
  return known.length <= 1 ? (known[0] ?? null) : { is: "all", parts: known };
}

function any(parts: readonly Need[]): Need {
  const known = parts.filter((part) => part !== null);
  if (known.length < parts.length) return null;
  return known.length <= 1 ? (known[0] ?? null) : { is: "any", parts: known };
}

/** Returns everything that a piece needs: its exact strings count too. */
export function needOf({ exact, need }: Piece): Need {
  if (exact === null) return need;
  return all([need, any(exact.map((text) => (text.length < 3 ? null : { is: "literal", text })))]);
}

export function concatenated(left: Piece, right: Piece): Piece {
  const source = left.source + right.source;
  const minLength = left.minLength + right.minLength;
  const need = all([left.need, right.need]);
  if (left.exact !== null && right.exact !== null && left.exact.length * right.exact.length <= maxExact) {
    const { exact: ends } = right;
    const exact = left.exact.flatMap((start) => ends.map((end) => start + end));
    if (exact.every((text) => text.length <= maxExactLength)) return { source, minLength, exact, need };
  }
  // The strings can't be continued, so those known so far become needs.
  return { source, minLength, exact: null, need: all([needOf(left), needOf(right)]) };
}

export function alternated(pieces: readonly Piece[]): Piece {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return only;
  const source = `(?:${pieces.map((piece) => piece.source).join("|")})`;
  const minLength = Math.min(...pieces.map((piece) => piece.minLength));
  const exact = pieces.flatMap((piece) => (piece.need === null ? (piece.exact ?? []) : []));
  const isExact = pieces.every((piece) => piece.exact !== null && piece.need === null);
  if (isExact && exact.length <= maxExact) return { source, minLength, exact, need: null };
  return { source, minLength, exact: null, need: any(pieces.map(needOf)) };
}

export function repeated(piece: Piece, quantifier: string, least: number, most: number): Piece {
  const source = `(?:${piece.source})${quantifier}`;
  if (least === 1 && most === 1) return { ...piece, source };
  if (
    least === 0 &&
    most === 1 &&
    piece.exact !== null &&
    piece.need === null &&
    piece.exact.length < maxExact
  )
    return { source, minLength: 0, exact: [...piece.exact, ""], need: null };
  return {
    source,
    minLength: piece.minLength * least,
    exact: null,
    need: least === 0 ? null : needOf(piece),
  };
}
