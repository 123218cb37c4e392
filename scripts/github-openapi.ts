import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { repoRoot } from "./support/repo-paths.ts";

/**
 * Regenerates tests/support/conformance/github-openapi.json: GitHub's own API description of the calls checked against it
 * (tests/support/conformance/github-openapi.ts), without prose. The complete package is 385 MB:
 *
 * npm pack @octokit/openapi && tar xf octokit-openapi-*.tgz node scripts/github-openapi.ts package
 */

const calls: Record<string, "get" | "post"> = {
  "/applications/{client_id}/token": "post",
  "/rate_limit": "get",
  "/repos/{owner}/{repo}": "get",
  "/repos/{owner}/{repo}/branches": "get",
  "/repos/{owner}/{repo}/commits": "get",
  "/repos/{owner}/{repo}/commits/{ref}": "get",
  "/repos/{owner}/{repo}/contents/{path}": "get",
  "/repos/{owner}/{repo}/git/trees/{tree_sha}": "get",
  "/repos/{owner}/{repo}/languages": "get",
  "/search/code": "get",
  "/users/{username}": "get",
  "/users/{username}/repos": "get",
  "/users/{username}/starred": "get",
};

const object = z.record(z.string(), z.unknown());
const descriptionSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: object, responses: object }),
});

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Give the folder of the unpacked package @octokit/openapi.");
const read = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), "utf8"));
const { version } = z.object({ version: z.string() }).parse(read("package.json"));
const whole = descriptionSchema.parse(read("generated/api.github.com.json"));

const paths: Record<string, unknown> = {};
for (const [path, method] of Object.entries(calls)) {
  const { responses } = z.object({ responses: object }).parse(whole.paths[path]?.[method]);
  paths[path] = { [method]: { responses: withoutProse(responses) } };
}
const components: Record<string, Record<string, unknown>> = { schemas: {}, responses: {} };
const waiting: unknown[] = [paths];
for (const at of waiting) {
  for (const [, kind = "", name = ""] of JSON.stringify(at).matchAll(
    /"#\/components\/(schemas|responses)\/([^"]+)"/g,
  )) {
    const found = components[kind];
    if (found === undefined || name in found) continue;
    found[name] = withoutProse(
      kind === "schemas" ? whole.components.schemas[name] : whole.components.responses[name],
    );
    waiting.push(found[name]);
  }
}

/** Returns a copy without what no check reads. A property may be named `description`, so only strings are removed. */
function withoutProse(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutProse);
  if (typeof value !== "object" || value === null) return value;
  const isProse = (key: string, at: unknown) =>
    (key === "description" && typeof at === "string") || /^(?:examples?|externalDocs|x-.*)$/.test(key);
  const isNames = (key: string) => key === "properties" || key === "schemas";
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, at]): [string, unknown][] => {
      if (isNames(key) && typeof at === "object" && at !== null)
        return [
          [key, Object.fromEntries(Object.entries(at).map(([name, one]) => [name, withoutProse(one)]))],
        ];
      return isProse(key, at) ? [] : [[key, withoutProse(at)]];
    }),
  );
}

const note = `Of @octokit/openapi ${version} (MIT), by scripts/github-openapi.ts; do not edit.`;
const path = join(repoRoot, "tests/support/conformance/github-openapi.json");
writeFileSync(path, `${JSON.stringify({ note, paths, components })}\n`);
