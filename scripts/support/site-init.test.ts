import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readSiteConfig, readSiteFolder, sampleDir } from "#server/settings/site-folder.ts";
import { readSettings } from "#server/settings/settings.ts";
import { repoRoot } from "./repo-paths.ts";
import { makeSite } from "./site-init.ts";

let directory: string;
let site: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "folio-init-"));
  site = join(directory, "site");
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const ada = { name: "Ada Lanternfish", domain: "ada.example", "time-zone": "Europe/Lisbon", github: "ada" };
const text = (path: string) => readFileSync(join(site, path), "utf8");

/** Gives replies one by one and records the questions. */
function person(...replies: string[]) {
  const asked: string[] = [];
  return {
    asked,
    ask: (question: string) => {
      asked.push(question);
      return Promise.resolve(replies.shift() ?? "");
    },
  };
}

describe("npm run init", () => {
  it("creates a complete site from the sample with the answers, keeping its explanatory comments", async () => {
    const lines = await makeSite({ directory: site, given: ada });
    const folder = readSiteFolder(readSettings({ SITE_DIR: site }));
    expect(folder).toMatchObject({
      isSample: false,
      config: {
        ownerName: "Ada Lanternfish",
        domain: "ada.example",
        timeZone: "Europe/Lisbon",
        location: "",
        links: [
          { kind: "source-code", label: "GitHub", href: "https://github.com/ada" },
          { kind: "resume", label: "Résumé", href: "/about" },
        ],
      },
      contentDir: join(site, "content"),
    });
    expect(text("site.yaml")).toContain(
      "# Your full name, as a visitor should read it.\nownerName: Ada Lanternfish\n",
    );
    for (const path of ["site.yaml", "content/pages/home-page.md"]) expect(text(path)).not.toContain("Robin");
    for (const path of ["content/images/drift-of-a-dime.webp", "public/favicon.ico"]) {
      expect(readFileSync(join(site, path))).toEqual(readFileSync(join(sampleDir, path)));
    }
    expect(lines.join("\n")).toContain("GITHUB_OWNER=ada shows your repositories");
  });

  it("asks for what no flag gives, again if the answer is invalid", async () => {
    const { ask, asked } = person(
      "Ada Lanternfish",
      "https://ada.example",
      "ada.example",
      "Mars",
      "Europe/Lisbon",
      "",
    );
    await makeSite({ directory: site, given: {}, ask });
    expect(asked).toHaveLength(6);
    expect(asked[2]).toContain("without https://");
    expect(readSiteConfig(site)).toMatchObject({ ownerName: "Ada Lanternfish", timeZone: "Europe/Lisbon" });
    expect(readSiteConfig(site).links.map(({ kind }) => kind)).toEqual(["resume"]);
  });

  it("creates nothing without a terminal or with an invalid flag", async () => {
    const given = { name: "Ada Lanternfish" };
    await expect(makeSite({ directory: site, given })).rejects.toThrow(
      /^Missing: --domain\. For example: npm run init/,
    );
    await expect(makeSite({ directory: site, given: { ...ada, github: "a/b" } })).rejects.toThrow(
      /^--github: expected/,
    );
    expect(existsSync(site)).toBe(false);
  });

  it("overwrites nothing", async () => {
    await makeSite({ directory: site, given: ada });
    const mine = text("site.yaml").replace("Ada Lanternfish", "Wren Holloway");
    writeFileSync(join(site, "site.yaml"), mine);
    writeFileSync(join(site, "public/favicon.svg"), "mine");
    rmSync(join(site, "content"), { recursive: true });
    const lines = await makeSite({ directory: site, given: { ...ada, name: "Somebody Else" } });
    expect([text("site.yaml"), text("public/favicon.svg")]).toEqual([mine, "mine"]);
    expect(lines[0]).toBe(`Created: ${join(site, "content")}`);
    expect(text("content/pages/home-page.md")).toContain("title: Wren Holloway");
    expect((await makeSite({ directory: site, given: {} }))[0]).toMatch(/^Nothing to create/);
  });

  it("converts the configuration of an earlier version and leaves its content alone", async () => {
    mkdirSync(join(site, "content/posts"), { recursive: true });
    writeFileSync(join(site, "content/posts/mine.md"), "mine");
    writeFileSync(
      join(site, "site.config.ts"),
      `import type { SiteConfig } from "#shared/site-config.ts";
       export const siteConfig: SiteConfig = { ownerName: "Ada: keeper of #1", headline: "Lamps", description: "Ada keeps lamps.",
         location: "", domain: "ada.example", tenant: "lamps", timeZone: "Europe/Lisbon", language: "pt", links: [] };`,
    );
    const lines = await makeSite({ directory: site, given: {} });
    expect(readSiteConfig(site)).toEqual({
      ownerName: "Ada: keeper of #1",
      headline: "Lamps",
      description: "Ada keeps lamps.",
      location: "",
      domain: "ada.example",
      tenant: "lamps",
      timeZone: "Europe/Lisbon",
      language: "pt",
      links: [],
    });
    expect(text("content/posts/mine.md")).toBe("mine");
    expect(existsSync(join(site, "content/pages"))).toBe(false);
    expect(lines.join("\n")).toContain("site.config.ts is no longer used");
  });

  it("is a command with flags that exits with 1 and a message if nobody can be asked", () => {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, ["scripts/init.ts", ...args], {
        cwd: repoRoot,
        encoding: "utf8",
        input: "",
        env: { PATH: process.env["PATH"], SITE_DIR: site },
      });
    expect(run()).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringMatching(/^Missing: --name, --domain/),
    });
    const flags = Object.entries(ada).flatMap(([name, value]) => [`--${name}`, value]);
    expect(run(...flags)).toMatchObject({ status: 0, stderr: "" });
    expect(readSiteConfig(site).ownerName).toBe("Ada Lanternfish");
  });
});
