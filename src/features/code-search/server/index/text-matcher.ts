import { isAscii } from "node:buffer";
import type { TextMatch } from "../../domain/line-matches.ts";
import type { Need } from "../../domain/query/expression-syntax.ts";

/** Part of a query as its thread searches for it: a literal, or an expression in JavaScript. */
export type ThreadAtom = {
  literal: string | null;
  source: string;
  /** Literals that a text has if it can match, apart from case. */
  need: Need;
  isCaseSensitive: boolean;
  isExclusion: boolean;
};

/** A text in UTF-8. A string of it is only made for those who need one, because that takes longest. */
export class StoredText {
  readonly bytes: Buffer;
  #folded: Buffer | null = null;
  #text: string | null = null;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** The bytes with ASCII letters in lower case; overwritten by another text's. */
  get folded(): Buffer {
    return (this.#folded ??= foldAscii(this.bytes));
  }

  get text(): string {
    return (this.#text ??= this.bytes.toString(isAscii(this.bytes) ? "latin1" : "utf8"));
  }
}

let words = new Int32Array(16 * 1024);

/** Copies bytes with ASCII letters in lower case, four at a time. */
function foldAscii(bytes: Buffer): Buffer {
  const count = Math.ceil(bytes.length / 4);
  if (words.length < count) words = new Int32Array(count * 2);
  const folded = Buffer.from(words.buffer, 0, bytes.length);
  bytes.copy(folded);
  for (let index = 0; index < count; index += 1) {
    const word = words[index] ?? 0;
    const low = word & 0x7f7f7f7f;
    // The top bit of each byte: from "A" on, and not above "Z", and ASCII.
    const isUpper = (low + 0x3f3f3f3f) & ~(low + 0x25252525) & ~word & 0x80808080;
    words[index] = word | (isUpper >>> 2);
  }
  return folded;
}

export type TextMatcher = {
  isExclusion: boolean;
  /** Returns false for a text that surely has no match. */
  canMatch: (stored: StoredText) => boolean;
  /** Returns where the first `most` matches start, in bytes or characters. */
  starts: (stored: StoredText, most: number) => number[];
  /** Returns the first `most` matches, in order. */
  matches: (text: string, most: number) => TextMatch[];
};

/** Prepares an atom. Literals are found in bytes, without an expression. */
export function createMatcher(atom: ThreadAtom): TextMatcher {
  const { literal, source, need, isCaseSensitive, isExclusion } = atom;
  const pattern = new RegExp(source, isCaseSensitive ? "gm" : "gim");
  const matches = (text: string, most: number) => patternMatches(text, pattern, most);
  const find = literal === null ? null : finderOf(literal, isCaseSensitive);
  return {
    isExclusion,
    canMatch: conditionOf(need, isCaseSensitive),
    starts: (stored, most) =>
      find === null
        ? matches(stored.text, most).map(([start]) => start)
        : startsOf((from) => find(stored, from), Buffer.byteLength(literal ?? ""), most),
    matches,
  };
}

type Finder = (stored: StoredText, from: number) => number;

/** Returns how to find a literal in a text's bytes; null for one with other letters than ASCII's in any case. */
function finderOf(literal: string, isCaseSensitive: boolean): Finder | null {
  if (isCaseSensitive) {
    const bytes = Buffer.from(literal);
    return (stored, from) => stored.bytes.indexOf(bytes, from);
  }
  const folded = Buffer.from(literal.toLowerCase());
  return isAscii(Buffer.from(literal)) ? (stored, from) => stored.folded.indexOf(folded, from) : null;
}

/** Returns the condition that a text has what is needed. */
function conditionOf(need: Need, isCaseSensitive: boolean): TextMatcher["canMatch"] {
  if (need === null) return () => true;
  if (need.is === "literal") {
    const find = finderOf(need.text, isCaseSensitive);
    return (stored) => find === null || find(stored, 0) >= 0;
  }
  const parts = need.parts.map((part) => conditionOf(part, isCaseSensitive));
  if (need.is === "all") return (stored) => parts.every((part) => part(stored));
  return (stored) => parts.some((part) => part(stored));
}

/** Returns where a literal starts, which `find` looks for from a place on. */
function startsOf(find: (from: number) => number, length: number, most: number): number[] {
  const found: number[] = [];
  for (let at = find(0); at >= 0 && found.length < most; at = find(at + length)) found.push(at);
  return found;
}

function patternMatches(text: string, pattern: RegExp, most: number): TextMatch[] {
  const found: TextMatch[] = [];
  pattern.lastIndex = 0;
  while (found.length < most) {
    const match = pattern.exec(text);
    if (match === null) break;
    found.push([match.index, pattern.lastIndex]);
    if (match[0] === "") pattern.lastIndex += 1;
  }
  return found;
}
