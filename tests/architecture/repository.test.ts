import { describe, expect, test } from "vitest";
import { z } from "zod";
import { isAboutRules, isText, matchingLines, readRepoFile, repoFiles } from "./support/repo-files.ts";

/** The repository as a stranger clones it: nothing of the machine it was made on, and a lock file that installs. */

const machinePath = /(?<![\w.*/-])\/(?:home|Users|root|work|workspace)\/[\w.-]+|\b[A-Z]:\\Users\\/;
const publicRegistry = "https://registry.npmjs.org/";
const registryHost =
  /https?:\/\/(?!registry\.npmjs\.org\b)[\w.-]*(?:registry|artifactory|nexus|verdaccio|npm-proxy)[\w.-]*/i;

const dependencies = z.record(z.string(), z.string()).default({});
const lockedPackage = z.object({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  dependencies,
  devDependencies: dependencies,
  optionalDependencies: dependencies,
});
const lock = z
  .object({ lockfileVersion: z.literal(3), packages: z.record(z.string(), lockedPackage) })
  .parse(JSON.parse(readRepoFile("package-lock.json")));
const manifest = z
  .object({ dependencies, devDependencies: dependencies, optionalDependencies: dependencies })
  .parse(JSON.parse(readRepoFile("package.json")));
const installed = Object.entries(lock.packages).filter(([path]) => path !== "");

/** Returns the path of `name` as resolved by Node for `owner`: nested first, then each level above. */
function findLocked(owner: string, name: string): string | undefined {
  const levels = owner
    .split("/node_modules/")
    .map((_, index, parts) => parts.slice(0, parts.length - index).join("/node_modules/"));
  return [...levels.map((level) => `${level}/node_modules/${name}`), `node_modules/${name}`].find(
    (path) => path in lock.packages,
  );
}

const texts = repoFiles()
  .filter((path) => !isAboutRules(path))
  .map((path) => ({ path, text: readRepoFile(path) }))
  .filter(({ text }) => isText(text));

test("no file contains a path of someone's machine", () => {
  expect(texts.flatMap(({ path, text }) => matchingLines(path, text, machinePath))).toEqual([]);
});

test("no file names a package registry other than the public one", () => {
  expect(texts.flatMap(({ path, text }) => matchingLines(path, text, registryHost))).toEqual([]);
  expect(repoFiles().filter((path) => path.endsWith(".npmrc"))).toEqual([]);
});

describe("package-lock.json", () => {
  test("names no host other than the public registry", () => {
    const foreign = installed.filter(
      ([, entry]) => entry.resolved !== undefined && !entry.resolved.startsWith(publicRegistry),
    );
    expect(foreign).toEqual([]);
  });

  test("matches package.json", () => {
    const {
      dependencies: main,
      devDependencies: dev,
      optionalDependencies: optional,
    } = lock.packages[""] ?? {};
    expect({ dependencies: main, devDependencies: dev, optionalDependencies: optional }).toEqual(manifest);
  });

  test("has a version and a checksum for every package", () => {
    const incomplete = installed.filter(
      ([, entry]) => entry.link !== true && (entry.version === undefined || entry.integrity === undefined),
    );
    expect(incomplete.map(([path]) => path)).toEqual([]);
  });

  test("has every required package, for other systems too", () => {
    const missing = installed.flatMap(([owner, entry]) =>
      Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
        .filter((name) => findLocked(owner, name) === undefined)
        .map((name) => `${owner} needs ${name}`),
    );
    expect(missing).toEqual([]);
  });
});

test.each([
  "const dir = '/home/robin/folio';",
  "see /Users/robin/x",
  String.raw`C:\Users\robin`,
  "cd /work/main",
])("planted: %s is found", (line) => {
  expect(matchingLines("x", line, machinePath)).toHaveLength(1);
});

test.each(["https://example.com/home/page", "src/work/x", "href=/about", "./root/x"])("fine: %s", (line) => {
  expect(matchingLines("x", line, machinePath)).toEqual([]);
});

test.each(["https://npm.registry.corp.example/react", "http://artifactory.corp.example"])(
  "planted: %s is found",
  (line) => {
    expect(matchingLines("x", line, registryHost)).toHaveLength(1);
  },
);
