/*
 * The index of texts: every run of three characters in a line, hashed to 16 bits. A text can contain a literal only if it has all
 * of the literal's runs. Letters of ASCII are folded, so that one index answers searches with and without case.
 */

const buckets = 65_536;
const signBit = 32_768;
const newline = 10;
const upperA = 65;
const upperZ = 90;
const toLower = 32;
const lastAscii = 127;

function folded(unit: number): number {
  return unit >= upperA && unit <= upperZ ? unit + toLower : unit;
}

function hashed(a: number, b: number, c: number): number {
  return Math.imul(Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca6b) ^ c, 0xc2b2ae35) >>> 16;
}

/** Creates a function that returns a text's distinct runs as signed 16-bit numbers, in order. It reuses its memory. */
export function createTrigramReader(): (text: string) => number[] {
  const isSeen = new Uint8Array(buckets);
  return (text) => {
    const seen: number[] = [];
    let a = newline;
    let b = newline;
    for (let at = 0; at < text.length; at += 1) {
      const c = folded(text.charCodeAt(at));
      if (a !== newline && b !== newline && c !== newline) {
        const bucket = hashed(a, b, c);
        if (isSeen[bucket] === 0) {
          isSeen[bucket] = 1;
          seen.push(bucket - signBit);
        }
      }
      a = b;
      b = c;
    }
    for (const trigram of seen) isSeen[trigram + signBit] = 0;
    return seen.sort((one, other) => one - other);
  };
}

/**
 * Returns the runs that a text with this literal has. Without case, letters beyond ASCII may be written differently, so runs
 * with them aren't required.
 */
export function trigramsOf(literal: string, isCaseSensitive: boolean): number[] {
  const found = new Set<number>();
  for (let at = 0; at + 3 <= literal.length; at += 1) {
    const units = [literal.charCodeAt(at), literal.charCodeAt(at + 1), literal.charCodeAt(at + 2)];
    if (units.includes(newline)) continue;
    if (!isCaseSensitive && units.some((unit) => unit > lastAscii)) continue;
    const [a = 0, b = 0, c = 0] = units.map(folded);
    found.add(hashed(a, b, c) - signBit);
  }
  return [...found];
}
