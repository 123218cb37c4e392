import type { SeedBundle, SeedFile } from "./seed-bundle.ts";

/** Repository with files that no text bundle can contain. */
const oddRepository = "edge-of-text";

/** A picture of four by four pixels. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAGElEQVR4nGPk4uJiQAJMyBxGRkYGEgAAEcAALmZ0hHkAAAAASUVORK5CYII=";

/** Adds generated files to their repository: arbitrary bytes, and content too large to write down. */
export function addOddFiles(name: string, bundle: SeedBundle): SeedBundle {
  if (name !== oddRepository) return bundle;
  return { ...bundle, files: [...bundle.files, ...makeOddFiles()] };
}

function makeOddFiles(): SeedFile[] {
  const bom = Buffer.from([0xef, 0xbb, 0xbf]);
  return [
    file("binary/pixel.png", Buffer.from(pixel, "base64")),
    file("binary/nothing.bin", Buffer.from([0, 1, 2, 3, 0xff, 0xfe, 0])),
    file("encodings/crlf.txt", "Lines end\r\nas on a typewriter:\r\nback, and down.\r\n"),
    file("encodings/mixed-ends.txt", "one\r\ntwo\nthree\rfour\r\n"),
    file("encodings/no-final-line-end.txt", "The last line has no end"),
    file(
      "encodings/bom.json",
      Buffer.concat([bom, Buffer.from('{ "begins": "with a mark that nobody sees" }\n')]),
    ),
    file(
      "encodings/latin-1.txt",
      Buffer.from("Caf\u00e9, na\u00efve, \u00a312, Stra\u00dfe, \u00bfqu\u00e9?\n", "latin1"),
    ),
    file(
      "encodings/utf-16.txt",
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("Two bytes each.\n", "utf16le")]),
    ),
    file(
      "encodings/directions.txt",
      "Right to left: \u05e9\u05dc\u05d5\u05dd; turned round: \u202edesrever\u202c; no width: a\u200bb.\n",
    ),
    file("encodings/empty.txt", ""),
    file("generated/long-line.js", longLine()),
    file("generated/tariff.ts", tariff()),
    file("generated/large.csv", largeTable()),
  ];
}

function file(path: string, content: string | Buffer): SeedFile {
  return { path, mode: "100644", bytes: Buffer.from(content) };
}

/** Returns one statement of ten thousand characters. */
function longLine(): string {
  const start = "export const digits = [";
  const end = "];";
  const numbers = Array.from({ length: 3_000 }, (_, index) => (index * 7919) % 1000).join(",");
  return `${start}${numbers.slice(0, 10_000 - start.length - end.length - 1)}0${end}\n`;
}

/** Returns two thousand lines of valid TypeScript. */
function tariff(): string {
  const head = [
    "/** Duties by heading, in tenths of a percent. Made by a program; nobody should have to write this. */",
    "export type Duty = { readonly heading: string; readonly text: string; readonly permille: number };",
    "",
    "export const duties: readonly Duty[] = [",
  ];
  const foot = ["];", "", "export const dutyOf = new Map(duties.map((duty) => [duty.heading, duty]));"];
  const goods = [
    "Horses, live",
    "Cheese, grated",
    "Cut flowers",
    "Tea, green",
    "Cocoa beans",
    "Maple syrup",
    "Wool yarn",
  ];
  const rows = Array.from({ length: 2_000 - head.length - foot.length }, (_, index) => {
    const heading = `${String(100 + Math.floor(index / 20)).padStart(4, "0")}.${String((index % 20) * 5).padStart(2, "0")}`;
    const text = `${goods[index % goods.length] ?? ""}, class ${(index % 13) + 1}`;
    return `  { heading: "${heading}", text: "${text}", permille: ${(index * 31) % 250} },`;
  });
  return `${[...head, ...rows, ...foot].join("\n")}\n`;
}

/** Returns more than a megabyte, for which GitHub's JSON response has no content. */
function largeTable(): string {
  const rows = Array.from(
    { length: 40_000 },
    (_, index) => `${index},${(index * 7919) % 100_003},row number ${index}`,
  );
  return `id,value,text\n${rows.join("\n")}\n`;
}
