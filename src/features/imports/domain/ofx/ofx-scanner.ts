import { StatementError } from "../statement.ts";

/** Receives the elements of an OFX document in their order. */
export type OfxHandler = {
  /** An element that holds others. */
  open: (name: string, line: number) => void;
  leaf: (name: string, text: string, line: number) => void;
  close: (name: string, line: number) => void;
};

/** Elements that hold others, by their names in the OFX specification (2.3, chapters 11 and 13). */
const aggregates = new Set(
  (
    "OFX SIGNONMSGSRSV1 SONRS FI STATUS BANKMSGSRSV1 STMTTRNRS STMTRS BANKACCTFROM BANKACCTTO BANKTRANLIST STMTTRN " +
    "BANKTRANLISTP STMTTRNP LEDGERBAL AVAILBAL BALLIST BAL CREDITCARDMSGSRSV1 CCSTMTTRNRS CCSTMTRS CCACCTFROM CCACCTTO " +
    "PAYEE CURRENCY ORIGCURRENCY INVSTMTMSGSRSV1 INVSTMTTRNRS INVSTMTRS INVACCTFROM INVTRANLIST INVBANKTRAN " +
    "SECLISTMSGSRSV1 SECLIST LOANMSGSRSV1 LOANSTMTTRNRS LOANSTMTRS"
  ).split(" "),
);

/** Elements that are values even if one is empty and isn't closed. */
const values = new Set(
  (
    "TRNTYPE DTPOSTED DTUSER DTAVAIL TRNAMT FITID CORRECTFITID CORRECTACTION SRVRTID CHECKNUM REFNUM SIC PAYEEID NAME " +
    "EXTDNAME MEMO BALAMT DTASOF DTSTART DTEND CURDEF"
  ).split(" "),
);

/** A tag: `<NAME>`, `</NAME>`, `<NAME/>`. Anything else after `<` is text, as banks leave it unescaped. */
const tag = /<(\/?)([A-Za-z][\w.]{0,40})\s{0,20}(\/?)>/y;
const endTags = /<\/([A-Za-z][\w.]{0,40})\s{0,20}>/g;

type Token = { kind: "open" | "close" | "empty"; name: string; end: number };

/**
 * Reads both kinds of OFX with one scanner (docs/reference/import.md, "OFX"): SGML (1.x), where values have no end tags, and XML
 * (2.x). An unknown element counts as one that holds others if it's closed somewhere and not at once. Throws a
 * {@link StatementError} for a document type declaration and for a file that ends in the middle.
 */
export function scanOfx(text: string, handler: OfxHandler): void {
  const closed = closedNames(text);
  const start = text.search(/<OFX[\s>]/i);
  if (start === -1)
    throw new StatementError("This OFX file has a header, but nothing after it. Download it again.", 1);
  refuseDocumentType(text);
  const lines = createLineCounter(text);
  let at = text.indexOf(">", start) + 1;
  if (at === 0) throw endsEarly(lines(start));
  handler.open("OFX", lines(start));
  while (at < text.length) {
    const next = text.indexOf("<", at);
    if (next === -1) break;
    const line = lines(next);
    const token = tokenAt(text, next);
    if (token === null) {
      at = skipOther(text, next, line);
      continue;
    }
    at = token.end;
    if (token.kind === "close") {
      handler.close(token.name, line);
      if (token.name === "OFX") return;
    } else if (token.kind === "empty") {
      handler.leaf(token.name, "", line);
    } else {
      at = readElement(text, token, line, closed, handler);
    }
  }
  throw endsEarly(lines(text.length));
}

function closedNames(text: string): Set<string> {
  const names = new Set<string>();
  for (const [, name = ""] of text.matchAll(endTags)) names.add(name.toUpperCase());
  return names;
}

function endsEarly(line: number): StatementError {
  return new StatementError(`This file ends in the middle (line ${line}). Download it again.`, line);
}

function refuseDocumentType(text: string): void {
  const at = text.search(/<!(?:DOCTYPE|ENTITY)/i);
  if (at === -1) return;
  const line = createLineCounter(text)(at);
  throw new StatementError(`Line ${line} declares a document type, which no bank statement needs.`, line);
}

/** Returns a function that says the line of a position. Positions may only grow. */
function createLineCounter(text: string): (position: number) => number {
  let line = 1;
  let lineEnd = text.indexOf("\n");
  return (position) => {
    while (lineEnd !== -1 && lineEnd < position) {
      line += 1;
      lineEnd = text.indexOf("\n", lineEnd + 1);
    }
    return line;
  };
}

function tokenAt(text: string, at: number): Token | null {
  tag.lastIndex = at;
  const [whole = "", slash = "", name = "", selfClosing = ""] = tag.exec(text) ?? [];
  if (whole === "") return null;
  const kind = slash === "/" ? "close" : selfClosing === "/" ? "empty" : "open";
  return { kind, name: name.toUpperCase(), end: at + whole.length };
}

function isTagAt(text: string, at: number): boolean {
  // Text may be full of "<", for which a regular expression is slow.
  if (!/[A-Za-z/]/.test(text.charAt(at + 1))) return false;
  tag.lastIndex = at;
  return tag.test(text);
}

/** Returns where reading continues after a comment, a processing instruction, or a stray `<` between elements. */
function skipOther(text: string, at: number, line: number): number {
  const end = text.startsWith("<!--", at) ? "-->" : text.startsWith("<?", at) ? "?>" : "";
  if (end === "") return at + 1;
  const found = text.indexOf(end, at);
  if (found === -1) throw endsEarly(line);
  return found + end.length;
}

/** Reads what follows an opening tag, and returns where reading continues. */
function readElement(
  text: string,
  { name, end }: Token,
  line: number,
  closed: ReadonlySet<string>,
  handler: OfxHandler,
): number {
  if (aggregates.has(name)) {
    handler.open(name, line);
    return end;
  }
  const value = valueAt(text, end);
  const content = value.text.trim();
  const isClosedAtOnce = () =>
    text.slice(value.end, value.end + name.length + 2).toUpperCase() === `</${name}`;
  if (content === "" && closed.has(name) && !values.has(name) && !isClosedAtOnce()) handler.open(name, line);
  else handler.leaf(name, unescaped(content), line);
  return value.end;
}

/** Returns the text up to the next tag, with the content of CDATA sections. */
function valueAt(text: string, start: number): { text: string; end: number } {
  const pieces: string[] = [];
  let from = start;
  let at = start;
  while (at < text.length) {
    const next = text.indexOf("<", at);
    if (next === -1) break;
    if (isTagAt(text, next) || text.startsWith("<!--", next)) {
      pieces.push(text.slice(from, next));
      return { text: pieces.join(""), end: next };
    }
    at = next + 1;
    if (!text.startsWith("<![CDATA[", next)) continue;
    const end = text.indexOf("]]>", next);
    if (end === -1) break;
    pieces.push(text.slice(from, next), text.slice(next + 9, end).replaceAll("&", "&amp;"));
    from = end + 3;
    at = from;
  }
  return { text: pieces.join("") + text.slice(from), end: text.length };
}

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  nbsp: " ",
  quot: '"',
  apos: "'",
};
const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|nbsp|quot|apos));/gi;

/** Replaces references to characters; a bare `&` stays. */
function unescaped(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(reference, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? "0", 16) : Number(decimal);
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : "";
  });
}
