import { SaxesParser } from "saxes";
import { StatementError } from "../statement.ts";

/** An XML element by its local name. */
export type XmlNode = {
  name: string;
  line: number;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlNode[];
};

const mostDepth = 64;

/**
 * Reads XML element by element: `onNode` gets each finished element at `depth` (the root is at 0) with the names above it,
 * and the element is then forgotten, so that a large file needs little memory. `onOpen` hears of the elements above. Throws a
 * {@link StatementError} for a document type declaration (entities are never expanded), and for what isn't well-formed.
 */
export function readXml(
  text: string,
  depth: number,
  on: { open: (path: readonly string[]) => void; node: (node: XmlNode, path: readonly string[]) => void },
): void {
  const parser = new SaxesParser<{ position: true; xmlns: false }>({ position: true, xmlns: false });
  const path: string[] = [];
  const open: XmlNode[] = [];
  parser.on("doctype", () => {
    const { line } = parser;
    throw new StatementError(`Line ${line} declares a document type, which no bank statement needs.`, line);
  });
  parser.on("error", () => {
    const { line } = parser;
    throw new StatementError(
      `This XML file is damaged or ends in the middle (line ${line}). Download it again.`,
      line,
    );
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (path.length >= mostDepth) {
      throw new StatementError(`This XML file isn’t a bank statement (line ${parser.line}).`, parser.line);
    }
    path.push(localName(name));
    if (path.length <= depth) on.open(path);
    else open.push({ name: localName(name), line: parser.line, attributes, text: "", children: [] });
  });
  const addText = (piece: string) => {
    const top = open.at(-1);
    if (top !== undefined) top.text += piece;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    const done = open.pop();
    const parent = open.at(-1);
    path.pop();
    if (parent !== undefined && done !== undefined) parent.children.push(done);
    else if (done !== undefined) on.node(done, path);
  });
  parser.write(text).close();
}

/** Returns a name without its namespace prefix: banks use several versions and prefixes for the same elements. */
function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Returns the element at a path of names, each the first of its kind. */
export function nodeAt(node: XmlNode | null, ...path: string[]): XmlNode | null {
  let at = node;
  for (const name of path) at = at?.children.find((child) => child.name === name) ?? null;
  return at;
}

/** Returns the trimmed text at a path; null if it's missing or empty. */
export function textAt(node: XmlNode | null, ...path: string[]): string | null {
  return nodeAt(node, ...path)?.text.trim() || null;
}

export function nodesAt(node: XmlNode | null, name: string): XmlNode[] {
  return node?.children.filter((child) => child.name === name) ?? [];
}
