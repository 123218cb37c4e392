import { describe, expect, test } from "vitest";
import { isAboutRules, matchingLines, readRepoFile, repoFiles } from "./support/repo-files.ts";

/** Functions that can execute text, and the files that may use them. */

const production = repoFiles().filter(
  (path) => /^src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !isAboutRules(path),
);

const rules: { name: string; pattern: RegExp; users: Record<string, string> }[] = [
  {
    name: "HTML from text",
    pattern: /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write\b|srcdoc/i,
    users: {
      "src/client/document-head.tsx": "JSON for search engines, in which < is escaped",
      "src/ui/code/code-block.tsx": "output of the highlighter",
      "src/ui/code/code-file.tsx": "output of the highlighter",
      "src/ui/prose.tsx": "output of the sanitizer",
    },
  },
  {
    name: "code from text",
    pattern: /\beval\(|\bnew Function\b|\bsetTimeout\(\s*["'`]|node:vm\b/,
    users: {},
  },
  {
    name: "other programs",
    pattern: /child_process|\bexecFile\b|\bspawn\(/,
    users: {
      "src/server/database/embedded/cluster.ts": "initdb of the site's own Postgres",
      "src/server/database/embedded/postmaster.ts": "postgres, of the site's own Postgres",
      "src/server/database/embedded/program.ts": "which account may run them, and unshare for root",
    },
  },
  {
    name: "predictable randomness",
    pattern: /\bMath\.random\b/,
    users: { "src/server/upstreams/http-client.ts": "the pause before a retry" },
  },
  {
    name: "broken hashes and ciphers",
    pattern: /["'](?:md5|sha1|des|rc4|aes-\d+-(?:ecb|cbc))["']/i,
    users: {
      "src/features/code-search/server/index-pass/read-repository.ts": "git's own object names",
      "src/upstreams/github/sandbox/repos/git-objects.ts": "git's own object names",
    },
  },
  {
    name: "outside calls, which may be redirected",
    pattern: /(?:\b(?:options|kernel|globalThis)\.|(?<![.\w]))fetch\(/,
    users: {
      "src/client/command-palette/use-palette-search.ts": "the browser",
      "src/client/main.tsx": "the browser",
      "src/features/codegen/client/generate.ts": "a method of another library",
      "src/features/codegen/client/site-samples.ts": "the browser",
      "src/features/github/client/github-calls.ts": "the browser",
      "src/features/personal-data/client/archive-download.ts": "the browser",
      "src/server/upstreams/http-client.ts": "follows within an origin only",
      "src/upstreams/entra/entra-client.ts": "the library's, which follows no redirects",
      "src/upstreams/plaid/sandbox/plaid-sandbox.ts": "the sandbox's webhooks, which follow no redirects",
    },
  },
  {
    name: "SQL built from text",
    pattern: /sql\.raw\(\s*`[^`]*\$\{/,
    users: {
      "src/features/bills/server/index-pass/bill-index-store.ts": "a column of the schema",
      "src/features/code-search/server/index/code-index-store.ts": "a number of the settings",
      "src/features/institutions/server/account-store.ts": "a column of the schema",
    },
  },
];

function usersOf(pattern: RegExp): string[] {
  return production.filter((path) => matchingLines(path, readRepoFile(path), pattern).length > 0);
}

describe.each(rules)("$name", ({ pattern, users }) => {
  test("is used only where a reason is given", () => {
    expect(usersOf(pattern).toSorted()).toEqual(Object.keys(users).toSorted());
  });
});

/** Files that compare a caller's input with a secret. */
const comparers = [
  "src/features/content/server/content-webhook.ts",
  "src/server/http/calls/operation-routes.ts",
];

test.each([...comparers, "src/upstreams/plaid/plaid-webhook-verifier.ts"])(
  "%s compares secrets in constant time",
  (path) => {
    expect(readRepoFile(path)).toMatch(/\btimingSafeEqual\(/);
  },
);

describe("planted", () => {
  test.each([
    ["HTML from text", "node.innerHTML = name;"],
    ["code from text", "const run = new Function(text);"],
    ["other programs", 'import { exec } from "node:child_process";'],
    ["predictable randomness", "const token = Math.random().toString(36);"],
    ["broken hashes and ciphers", 'createHash("md5")'],
    ["outside calls, which may be redirected", "const answer = await fetch(url, { headers });"],
    ["SQL built from text", "sql.raw(`select ${name}`)"],
  ])("%s is found", (name, line) => {
    const rule = rules.find((one) => one.name === name);
    expect(rule?.pattern.test(line)).toBe(true);
  });
});
