import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readSiteFolder, sampleDir } from "#server/settings/site-folder.ts";
import { readSettings } from "#server/settings/settings.ts";
import { repoRoot } from "../../scripts/support/repo-paths.ts";
import { runToEnd } from "../support/image-build.ts";
import { isFullRun } from "../support/night.ts";
import { readRepoFile, repoFiles } from "./support/repo-files.ts";

/** Upgrades a clone whose owner has a site in it, following the promises and commands of README.md and docs/operations.md. */

const operations = readRepoFile("docs/operations.md");
const move = /^\*\*From a version without `SITE_DIR`\*\*.*?```sh\n(.*?)```/ms.exec(operations)?.[1] ?? "";

const formerConfig = (name: string) => `import type { SiteConfig } from "#shared/site-config.ts";

export const siteConfig: SiteConfig = {
  ownerName: "${name}",
  headline: "Keeper of the lamps",
  description: "Somebody who keeps the lamps.",
  location: "Albany, New York",
  domain: "lamps.example",
  tenant: "folio",
  timeZone: "America/New_York",
  language: "en",
  links: [{ kind: "resume", label: "Résumé", href: "/about" }],
};
`;

let directory: string;
let product: string;
let clone: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "folio-upgrade-"));
  product = join(directory, "product");
  clone = join(directory, "folio");
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Runs a shell line in a folder, without the owner's own git configuration. */
function run(cwd: string, line: string): string {
  const author = ["AUTHOR", "COMMITTER"].flatMap((who) => [
    [`GIT_${who}_NAME`, "Ada"],
    [`GIT_${who}_EMAIL`, "ada@ada.example"],
  ]);
  const env = {
    PATH: process.env["PATH"],
    GIT_CONFIG_GLOBAL: join(directory, "none"),
    GIT_CONFIG_NOSYSTEM: "1",
    ...(Object.fromEntries(author) as Record<string, string>),
  };
  const { status, output } = runToEnd("/bin/sh", ["-c", line], { cwd, env, timeoutMs: 60_000 });
  expect(status, `${line}\n${output}`).toBe(0);
  return output;
}

function write(root: string, texts: Record<string, string>): void {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function commit(root: string, words: string): void {
  run(root, `git add --all && git commit --quiet --message "${words}"`);
}

/** Copies the parts of this version that an owner's folder and `npm run init` need. */
function putThisVersion(): void {
  run(product, "rm -rf site.config.ts content public");
  const copied = /^(?:sample|scripts|src\/server|src\/shared)\/|^(?:package\.json|\.gitignore)$/;
  for (const path of repoFiles().filter((file) => copied.test(file) && !file.endsWith(".test.ts"))) {
    mkdirSync(dirname(join(product, path)), { recursive: true });
    cpSync(join(repoRoot, path), join(product, path));
  }
}

/** Recreates the state from when README told people to edit the checkout. */
function putFormerVersion(): void {
  mkdirSync(product);
  run(product, "git init --quiet");
  for (const folder of ["content", "public"])
    cpSync(join(sampleDir, folder), join(product, folder), { recursive: true });
  write(product, {
    "site.config.ts": formerConfig("Robin Ashgrove"),
    ".gitignore": "node_modules\ndata/\n.env\n",
  });
  commit(product, "The former version");
}

function cloneIt(): void {
  run(directory, "git clone --quiet product folio");
  symlinkSync(join(repoRoot, "node_modules"), join(clone, "node_modules"), "junction");
}

function siteOf(root: string) {
  return readSiteFolder(readSettings({ SITE_DIR: join(root, "site") }));
}

describe.skipIf(process.platform === "win32")("a new version", () => {
  test.each(["committed it", ...(isFullRun ? ["left it uncommitted"] : [])])(
    "upgrades a checkout that its owner edited and %s, losing nothing of theirs",
    (how) => {
      putFormerVersion();
      cloneIt();
      write(clone, {
        "site.config.ts": formerConfig("Ada Lanternfish"),
        "content/pages/home-page.md": "---\ntitle: Ada\n---\n\nMine.\n",
        "content/posts/first.md": "---\ntitle: First\ndate: 2026-11-01\n---\n\nMine too.\n",
        "public/favicon.svg": "<svg/>",
        ".env": "CONTENT_DIR=./content\n",
      });
      if (how === "committed it") commit(clone, "My own site");
      putThisVersion();
      commit(product, "This version");

      const lines = move.trim().split("\n");
      expect(lines.at(-1)).toBe("npm start");
      for (const line of lines.slice(0, -1)) {
        run(clone, line.replace(/^npm run init$/, `'${process.execPath}' scripts/init.ts`));
      }

      expect(siteOf(clone)).toMatchObject({
        isSample: false,
        config: { ownerName: "Ada Lanternfish", headline: "Keeper of the lamps", domain: "lamps.example" },
        contentDir: join(clone, "site/content"),
      });
      const mine = (path: string) => readFileSync(join(clone, "site", path), "utf8");
      expect(mine("content/pages/home-page.md")).toContain("Mine.");
      expect(mine("content/posts/first.md")).toContain("Mine too.");
      expect(mine("public/favicon.svg")).toBe("<svg/>");
      expect(readFileSync(join(clone, ".env"), "utf8")).toBe("CONTENT_DIR=./content\n");
      expect(run(clone, "git status --porcelain --untracked-files=all")).not.toContain("site");
    },
    60_000,
  );

  test("arrives with git pull if the owner has their own folder, whatever changes in the sample", () => {
    mkdirSync(product);
    run(product, "git init --quiet");
    putThisVersion();
    commit(product, "This version");
    cloneIt();
    run(clone, `'${process.execPath}' scripts/init.ts --name "Ada Lanternfish" --domain ada.example`);
    write(clone, { "site/content/pages/home-page.md": "---\ntitle: Ada\n---\n\nMine.\n" });
    write(product, {
      "sample/content/pages/home-page.md": "---\ntitle: Robin\n---\n\nAnother sample.\n",
      "sample/site.yaml": readRepoFile("sample/site.yaml").replace("Robin Ashgrove", "Wren Holloway"),
    });
    commit(product, "The next version");

    run(clone, "git pull --quiet");
    expect(readFileSync(join(clone, "sample/site.yaml"), "utf8")).toContain("Wren Holloway");
    expect(siteOf(clone).config.ownerName).toBe("Ada Lanternfish");
    expect(readFileSync(join(clone, "site/content/pages/home-page.md"), "utf8")).toContain("Mine.");
  }, 60_000);
});
