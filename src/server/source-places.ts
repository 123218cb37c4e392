import { existsSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";

/**
 * Lets error stacks name the places in the sources where the build wrote a map beside a file. Node's own
 * `--enable-source-maps` reads every map at the start, 50 MB of memory for errors that may never come; here a map is read
 * with the first error that needs it, and forgotten when memory is collected.
 */
export function nameSourcePlaces(): void {
  Error.prepareStackTrace = (error, calls) =>
    // oxlint-disable-next-line typescript/no-base-to-string -- V8's call sites have one of their own, which their type leaves out
    [String(error), ...calls.map((call) => `    at ${withSourcePlace(String(call))}`)].join("\n");
}

/** `file:///dist/server/main.js:3:9` (line and column from one), alone or in brackets behind a function's name. */
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
