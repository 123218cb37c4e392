import {
  alternated,
  concatenated,
  needOf,
  nothing,
  repeated,
  unknownPiece,
  type Need,
  type Piece,
} from "./expression-syntax.ts";

/** An expression as JavaScript's, which matches within a line with the flag `m`, and the literals that a match needs. */
export type ReadExpression = { source: string; need: Need };

/** A mistake in an expression; offsets are in the expression. */
export type ExpressionMistake = { problem: string; start: number; end: number };

const maxRepeats = 1_000;
const maxDepth = 50;
const special = /[\\^$.*+?()[\]{}|/]/;
const classes: Readonly<Record<string, string>> = {
  d: "0-9",
  w: "\\w",
  // Within a line: a match never contains its end.
  s: "\\t\\v\\f\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff",
};
const negatedClasses: Readonly<Record<string, string>> = {
  D: "[^0-9\\n]",
  W: "[^\\w\\n]",
  S: "[^\\s]",
};
const controlLetters: Readonly<Record<string, string>> = { t: "\t", r: "\r", f: "\f", v: "\v" };

/**
 * Reads an expression in the syntax that JavaScript and Postgres share. Look-around and back-references are refused, because no
 * engine finds them in linear time, and so is what would match nothing at all.
 */
export function readExpression(text: string): ReadExpression | ExpressionMistake {
  try {
    const reader = new Reader(text);
    const piece = reader.read();
    if (piece.minLength === 0)
      return { problem: "This expression also matches no text at all", start: 0, end: text.length };
    return { source: piece.source, need: needOf(piece) };
  } catch (error) {
    if (error instanceof Mistake) return { problem: error.message, start: error.start, end: error.end };
    throw error;
  }
}

class Mistake extends Error {
  readonly start: number;
  readonly end: number;

  constructor(message: string, start: number, end: number) {
    super(message);
    this.start = start;
    this.end = end;
  }
}

class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Piece {
    const piece = this.#alternatives();
    if (this.#at < this.#text.length)
      throw new Mistake("This parenthesis closes nothing", this.#at, this.#at + 1);
    return piece;
  }

  #alternatives(): Piece {
    const pieces = [this.#sequence()];
    while (this.#text[this.#at] === "|") {
      this.#at += 1;
      pieces.push(this.#sequence());
    }
    return alternated(pieces);
  }

  #sequence(): Piece {
    let piece = nothing;
    // Pieces side by side that each match few strings; what comes before them may match any text.
    let known = nothing;
    while (this.#at < this.#text.length && this.#text[this.#at] !== "|" && this.#text[this.#at] !== ")") {
      const next = this.#repeated();
      const longer = concatenated(known, next);
      if (longer.exact === null) piece = concatenated(piece, known);
      known = longer.exact === null ? next : longer;
    }
    return concatenated(piece, known);
  }

  #repeated(): Piece {
    const start = this.#at;
    const piece = this.#atom();
    const found = /^(?:[*+?]|\{\d{1,6}(?:,\d{0,6})?\})/.exec(this.#text.slice(this.#at));
    if (found === null) return piece;
    const [quantifier] = found;
    if (/^(?:\^|\$|\\[bB])$/.test(this.#text.slice(start, this.#at)))
      throw new Mistake("This repeats a place, not text", this.#at, this.#at + quantifier.length);
    const [least, most] = boundsOf(quantifier);
    if (least > maxRepeats || (Number.isFinite(most) && most > maxRepeats))
      throw new Mistake(`Repeat at most ${maxRepeats} times`, this.#at, this.#at + quantifier.length);
    if (least > most)
      throw new Mistake("These bounds are the wrong way round", this.#at, this.#at + quantifier.length);
    this.#at += quantifier.length;
    const isLazy = this.#text[this.#at] === "?";
    if (isLazy) this.#at += 1;
    if (/[*+?]/.test(this.#text[this.#at] ?? ""))
      throw new Mistake("This repeats a repetition", this.#at, this.#at + 1);
    return repeated(piece, `${quantifier}${isLazy ? "?" : ""}`, least, most);
  }

  #atom(): Piece {
    const start = this.#at;
    const character = String.fromCodePoint(this.#text.codePointAt(start) ?? 0);
    switch (character) {
      case "(":
        return this.#group();
      case "[":
        return this.#class();
      case "\\":
        return this.#escape();
      case ".":
        this.#at += 1;
        return unknownPiece(".", 1);
      case "^":
      case "$":
        this.#at += 1;
        return { ...nothing, source: character };
      case "*":
      case "+":
      case "?":
        throw new Mistake("There’s nothing before this to repeat", start, start + 1);
      case "\n":
        throw new Mistake("An expression matches within a line", start, start + 1);
      default:
        this.#at += character.length;
        return literal(character);
    }
  }

  #group(): Piece {
    const start = this.#at;
    const opening =
      /^\((?:\?(?:<?[=!]|:|P?<\w{1,64}>|[a-zA-Z-]{1,20}[:)])?)?/.exec(this.#text.slice(start))?.[0] ?? "(";
    const end = start + opening.length;
    if (/[=!]$/.test(opening)) throw new Mistake("Look-around isn’t possible in a search", start, end);
    if (opening === "(?" || (/^\(\?[a-zA-Z-]/.test(opening) && !/^\(\?P?</.test(opening)))
      throw new Mistake("This kind of group isn’t possible in a search", start, end);
    this.#at = end;
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new Mistake(`Nest at most ${maxDepth} groups`, start, end);
    const inner = this.#alternatives();
    if (this.#text[this.#at] !== ")") throw new Mistake("Close this parenthesis", start, end);
    this.#depth -= 1;
    this.#at += 1;
    return { ...inner, source: `(?:${inner.source})` };
  }

  #escape(): Piece {
    const start = this.#at;
    const found = /^\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[^])/u.exec(this.#text.slice(start))?.[0];
    if (found === undefined) throw new Mistake("A character must follow the backslash", start, start + 1);
    this.#at += found.length;
    const letter = found[1] ?? "";
    if (/[1-9]/.test(letter) || letter === "k")
      throw new Mistake("Back-references aren’t possible in a search", start, this.#at);
    if (letter === "n") throw new Mistake("An expression matches within a line", start, this.#at);
    if (letter === "b" || letter === "B") return { ...nothing, source: found };
    const set = classes[letter];
    if (set !== undefined) return unknownPiece(`[${set}]`, 1);
    const negated = negatedClasses[letter];
    if (negated !== undefined) return unknownPiece(negated, 1);
    return literal(escaped(found, start));
  }

  #class(): Piece {
    const start = this.#at;
    let at = start + 1;
    const isNegated = this.#text[at] === "^";
    if (isNegated) at += 1;
    const members: ClassMember[] = [];
    for (let isFirst = true; this.#text[at] !== "]" || isFirst; isFirst = false) {
      if (at >= this.#text.length) throw new Mistake("Close this bracket", start, start + 1);
      const from = classMember(this.#text, at);
      at = from.end;
      const isRange = this.#text[at] === "-" && this.#text[at + 1] !== "]" && at + 1 < this.#text.length;
      if (!isRange || from.set !== null) {
        members.push(from);
        continue;
      }
      const to = classMember(this.#text, at + 1);
      if (to.set !== null || from.text > to.text)
        throw new Mistake("This range is the wrong way round", from.start, to.end);
      at = to.end;
      members.push({ ...from, set: rangeOf(from.text, to.text), end: to.end });
    }
    this.#at = at + 1;
    if (isNegated) return unknownPiece(`[^${members.map(sourceOfMember).join("")}\\n]`, 1);
    const source = `[${members.map(sourceOfMember).join("")}]`;
    const isFew = members.length <= 4 && members.every(({ set }) => set === null);
    return isFew
      ? { source, minLength: 1, exact: members.map(({ text }) => text), need: null }
      : unknownPiece(source, 1);
  }
}

/** A character of a class, or the source of a set of them. */
type ClassMember = { text: string; set: string | null; start: number; end: number };

function classMember(text: string, start: number): ClassMember {
  const posix = /^\[:([a-z]+):\]/.exec(text.slice(start));
  if (posix !== null) {
    const set = posixSets[posix[1] ?? ""];
    const end = start + posix[0].length;
    if (set === undefined) throw new Mistake("There’s no such class of characters", start, end);
    return { text: "", set, start, end };
  }
  const character = String.fromCodePoint(text.codePointAt(start) ?? 0);
  if (character.length > 1)
    throw new Mistake("This character isn’t possible in brackets", start, start + character.length);
  if (character !== "\\") return { text: character, set: null, start, end: start + 1 };
  const found = /^\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[^])/.exec(text.slice(start))?.[0];
  if (found === undefined) throw new Mistake("A character must follow the backslash", start, start + 1);
  const end = start + found.length;
  const letter = found[1] ?? "";
  if (letter === "n") throw new Mistake("An expression matches within a line", start, end);
  const set = classes[letter];
  if (set !== undefined) return { text: "", set, start, end };
  if (negatedClasses[letter] !== undefined)
    throw new Mistake("Write this one outside of brackets", start, end);
  return { text: letter === "b" ? "\b" : escaped(found, start), set: null, start, end };
}

const posixSets: Readonly<Record<string, string>> = {
  alpha: "a-zA-Z",
  digit: "0-9",
  alnum: "a-zA-Z0-9",
  upper: "A-Z",
  lower: "a-z",
  space: "\\t\\v\\f\\r ",
  blank: "\\t ",
  xdigit: "0-9a-fA-F",
  word: "\\w",
  punct: "!-\\/:-@\\[-`{-~",
};

function sourceOfMember({ text, set }: ClassMember): string {
  return set ?? classEscaped(text);
}

function classEscaped(character: string): string {
  return /[\\\]^-]/.test(character) ? `\\${character}` : character;
}

/** Returns the character that an escape stands for. */
function escaped(found: string, start: number): string {
  const letter = found[1] ?? "";
  if ((letter === "x" || letter === "u") && found.length > 2)
    return withinLine(String.fromCharCode(Number.parseInt(found.slice(2), 16)), start, found.length);
  const control = controlLetters[letter];
  if (control !== undefined) return control;
  if (letter === "0") return "\u0000";
  if (/[a-zA-Z]/.test(letter))
    throw new Mistake(`\\${letter} means nothing in a search`, start, start + found.length);
  return letter;
}

function withinLine(character: string, start: number, length: number): string {
  if (character === "\n") throw new Mistake("An expression matches within a line", start, start + length);
  return character;
}

/** Returns a range's source without the line's end. */
function rangeOf(from: string, to: string): string {
  if (from <= "\n" && to >= "\n") {
    const below = from < "\n" ? `${classEscaped(from)}-\\t` : "";
    return to > "\n" ? `${below}\\v-${classEscaped(to)}` : below;
  }
  return `${classEscaped(from)}-${classEscaped(to)}`;
}

function literal(character: string): Piece {
  const source = special.test(character)
    ? `\\${character}`
    : character.length > 1
      ? `(?:${character})`
      : character;
  return { source, minLength: 1, exact: [character], need: null };
}

function boundsOf(quantifier: string): [least: number, most: number] {
  if (quantifier === "*") return [0, Infinity];
  if (quantifier === "+") return [1, Infinity];
  if (quantifier === "?") return [0, 1];
  const [least = "0", most] = quantifier.slice(1, -1).split(",");
  if (most === undefined) return [Number(least), Number(least)];
  return [Number(least), most === "" ? Infinity : Number(most)];
}
