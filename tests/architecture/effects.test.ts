import { parseSync, Visitor } from "vite";
import { expect, test } from "vitest";
import { isAboutRules, readRepoFile, repoFiles } from "./support/repo-files.ts";

/**
 * An effect's return value is called when it ends. An effect written as one expression returns whatever the call returns, and
 * browsers change that: `scrollIntoView` now returns a Promise, which can't be called.
 */

const effectHooks = new Set(["useEffect", "useLayoutEffect", "useInsertionEffect"]);
const functions = new Set(["ArrowFunctionExpression", "FunctionExpression"]);

/** Returns lines of effects whose return value isn't plainly a function. */
function effectsWithoutBlock(path: string, text: string): string[] {
  const found: string[] = [];
  const { program } = parseSync(path, text);
  new Visitor({
    CallExpression({ callee, arguments: [effect] }) {
      const hook = callee.type === "MemberExpression" ? callee.property : callee;
      if (hook.type !== "Identifier" || !effectHooks.has(hook.name)) return;
      if (effect?.type !== "ArrowFunctionExpression" || !effect.expression) return;
      if (functions.has(effect.body.type)) return;
      found.push(`${path}:${text.slice(0, effect.start).split("\n").length}`);
    },
  }).visit(program);
  return found;
}

test("an effect's body is a block or the function that ends it", () => {
  const sources = repoFiles().filter((path) => /^(?:src|tests)\/.*\.tsx?$/.test(path) && !isAboutRules(path));
  const withEffects = sources.filter((path) => /use\w*Effect\b/.test(readRepoFile(path)));
  expect(withEffects.length).toBeGreaterThan(30);
  expect(withEffects.flatMap((path) => effectsWithoutBlock(path, readRepoFile(path)))).toEqual([]);
});

test.each([
  ["a call", "useEffect(() => place.scrollIntoView(), []);"],
  ["a call that may not happen", "useLayoutEffect(() => place.current?.scrollTo({ top: 0 }), []);"],
  ["a call of React's own name", "React.useEffect(() => run(), [run]);"],
  ["a condition", "useEffect(() => isOpen && close(), [isOpen]);"],
])("planted: an effect that returns %s is found", (_case, line) => {
  expect(effectsWithoutBlock("x.tsx", `\n${line}`)).toEqual(["x.tsx:2"]);
});

test.each([
  ["a block", "useEffect(() => { place.scrollIntoView(); }, []);"],
  ["the function that ends it", "useEffect(() => () => clearTimeout(timer), []);"],
])("an effect with %s passes", (_case, line) => {
  expect(effectsWithoutBlock("x.tsx", line)).toEqual([]);
});
