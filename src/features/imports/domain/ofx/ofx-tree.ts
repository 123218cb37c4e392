import { createTextPool } from "../values/clean-text.ts";
import { StatementError } from "../statement.ts";
import { scanOfx } from "./ofx-scanner.ts";

/** An element that holds others: its values as pairs of name and text, and its elements. */
export type OfxNode = { name: string; line: number; values: string[]; children: OfxNode[] };

/** Bounds for files that only look like OFX. */
const mostDepth = 32;
const mostValues = 400;
const mostNodes = 300_000;

/** Reads a document into a tree, without elements that are proprietary (`INTU.BID`). Throws a {@link StatementError}. */
export function readOfxTree(text: string): OfxNode {
  const root: OfxNode = { name: "", line: 1, values: [], children: [] };
  const open: OfxNode[] = [root];
  let nodes = 0;
  const top = () => open.at(-1) ?? root;
  const shared = createTextPool();
  scanOfx(text, {
    open: (name, line) => {
      // A transaction never holds another one: the end tag is missing.
      if (name === "STMTTRN" && top().name === "STMTTRN") open.pop();
      nodes += 1;
      if (open.length > mostDepth || nodes > mostNodes) throw notOfx(line);
      const node = { name, line, values: [], children: [] };
      top().children.push(node);
      open.push(node);
    },
    leaf: (name, value, line) => {
      if (name.includes(".")) return;
      if (top().values.length >= mostValues) throw notOfx(line);
      top().values.push(shared(name), shared(value));
    },
    close: (name) => {
      const index = open.findLastIndex((node) => node.name === name);
      if (index > 0) open.length = index;
    },
  });
  return root.children[0] ?? root;
}

function notOfx(line: number): StatementError {
  return new StatementError(`This file isn’t OFX as banks write it (line ${line}). Download it again.`, line);
}

/** Returns a value of an element; null if it's missing or empty. */
export function valueOf(node: OfxNode | null, name: string): string | null {
  if (node === null) return null;
  for (let index = 0; index < node.values.length; index += 2) {
    if (node.values[index] === name) return node.values[index + 1] || null;
  }
  return null;
}

/** Returns the first element of one of the names in an element. */
export function childOf(node: OfxNode, ...names: string[]): OfxNode | null {
  return node.children.find((child) => names.includes(child.name)) ?? null;
}

/** Lists elements of these names at any depth. */
export function descendantsOf(node: OfxNode, ...names: string[]): OfxNode[] {
  const found: OfxNode[] = [];
  const visit = ({ children }: OfxNode) => {
    for (const child of children)
      if (names.includes(child.name)) found.push(child);
      else visit(child);
  };
  visit(node);
  return found;
}
