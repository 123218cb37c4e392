import { existsSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";

/**
 * Maps stack traces to source locations if the build has written source maps. Node's own `--enable-source-maps` reads every map
 * at the start, using 50 MB for errors that may never occur; here a map is read with the first error that needs it and can be
 * garbage-collected.
 */
export function nameSourcePlaces(): void {
  Error.prepareStackTrace = (error, calls) =>
    // oxlint-disable-next-line typescript/no-base-to-string -- V8's call sites have one of their own, which their type leaves out
    [String(error), ...calls.map((call) => `    at ${withSourcePlace(String(call))}`)].join("\n");
}

/** Matches `file:///dist/server/main.js:3:9` (1-based line and column), alone or in parentheses after a function's name. */
const builtPlace = /(file:[^\s()]+\.js):(\d+):(\d+)/;

function withSourcePlace(call: string): string {
  const [place, file = "", line, column] = builtPlace.exec(call) ?? [];
  if (place === undefined) return call;
  const origin = mapOf(file)?.findOrigin(Number(line), Number(column));
  if (origin === undefined || !("fileName" in origin)) return call;
  const source = new URL(origin.fileName, file).href;
  return call.replace(place, () => `${source}:${origin.lineNumber}:${origin.columnNumber}`);
}

const maps = new Map<string, WeakRef<SourceMap>>();

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file)?.deref();
  if (known !== undefined) return known;
  const path = new URL(`${file}.map`);
  if (!existsSync(path)) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own build's file
  const map = new SourceMap(JSON.parse(readFileSync(path, "utf8")) as SourceMapPayload);
  maps.set(file, new WeakRef(map));
  return map;
}
