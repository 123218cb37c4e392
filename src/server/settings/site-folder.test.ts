import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { siteConfigSchema } from "#shared/site-config.ts";
import { createTestApp } from "../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../tests/support/test-database.ts";
import { readSettings } from "./settings.ts";
import { readSiteFolder, sampleDir, SiteConfigError } from "./site-folder.ts";

const database = useTestDatabase();
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "folio-site-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const own = () => join(directory, "site");
const read = (more: Record<string, string> = {}) =>
  readSiteFolder(readSettings({ SITE_DIR: own(), ...more }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(own(), path)), { recursive: true });
  writeFileSync(join(own(), path), text);
}

function problemsOf(text: string): string[] {
  write("site.yaml", text);
  try {
    read();
  } catch (error) {
    if (error instanceof SiteConfigError) return error.problems;
    throw error;
  }
  return [];
}

const adas = `ownerName: Ada Lanternfish
headline: Keeper of the lamps
description: Ada keeps the lamps.
domain: ada.example
timeZone: Europe/Lisbon
`;

describe("the owner's folder", () => {
  it("defaults to the sample", () => {
    expect(read()).toMatchObject({
      isSample: true,
      config: { ownerName: "Robin Ashgrove", tenant: "folio" },
      contentDir: join(sampleDir, "content"),
      pictureDirs: [join(sampleDir, "public")],
    });
  });

  it("provides the owner's configuration, content and pictures, with the sample's pictures as a fallback", () => {
    write("site.yaml", adas);
    write("content/posts/first.md", "");
    write("public/favicon.svg", "");
    expect(read()).toEqual({
      isSample: false,
      config: {
        ownerName: "Ada Lanternfish",
        headline: "Keeper of the lamps",
        description: "Ada keeps the lamps.",
        location: "",
        domain: "ada.example",
        tenant: "folio",
        timeZone: "Europe/Lisbon",
        language: "en",
        links: [],
      },
      contentDir: join(own(), "content"),
      pictureDirs: [join(own(), "public"), join(sampleDir, "public")],
    });
  });

  it("may hold just a configuration, with the content elsewhere", () => {
    write("site.yaml", adas);
    expect(read().contentDir).toBe(join(sampleDir, "content"));
    expect(read({ CONTENT_DIR: "/srv/texts" }).contentDir).toBe("/srv/texts");
  });

  it("ignores a CONTENT_DIR copied from an earlier .env.example", () => {
    write("content/posts/first.md", "");
    expect(read({ CONTENT_DIR: "./content" }).contentDir).toBe(join(own(), "content"));
  });

  it("says how to convert the configuration of an earlier version", () => {
    write("site.config.ts", "export const siteConfig = {};");
    expect(read).toThrow(/site\.config\.ts has errors:\n.*Run `npm run init` to convert it to site\.yaml/);
  });

  it("is refused with every configuration problem, by line and field", () => {
    expect(
      problemsOf(
        `${adas.replace("Europe/Lisbon", "GMT+1 or so").replace("ada.example", "https://ada.example")}name: Ada\nlinks:\n  - kind: mastodon\n    label: M\n    href: javascript:alert(1)\n`,
      ),
    ).toEqual([
      "site.yaml:4: domain: expected a domain such as example.com, without https://",
      "site.yaml:5: timeZone: expected the name of a time zone, such as Europe/Berlin",
      "site.yaml:8: links.0.kind: expected source-code, professional-network, resume or other",
      "site.yaml:10: links.0.href: expected an address such as https://github.com/your-name, or a page of this site such as /about",
      'site.yaml:6: unknown key "name"',
    ]);
    expect(problemsOf("")).toEqual(
      ["ownerName", "headline", "description", "domain"]
        .map((name) => `site.yaml:1: ${name}: expected text`)
        .concat("site.yaml:1: timeZone: expected text"),
    );
    expect(problemsOf("ownerName: [")[0]).toMatch(/^site\.yaml:1: invalid YAML/);
  });

  it("explains each field in the sample, except for the internal tenant", () => {
    const explained = Object.keys(read().config);
    expect([...explained].toSorted()).toEqual(Object.keys(siteConfigSchema.shape).toSorted());
  });
});

describe("pictures", () => {
  it("are the owner's first, then the sample's, and appear without a restart", async () => {
    write("public/favicon.svg", "<svg><!-- Ada's --></svg>");
    const app = createTestApp(database(), { environment: { SITE_DIR: own() } });
    expect(await (await app.request("/favicon.svg")).text()).toContain("Ada's");
    expect((await app.request("/social-card.png")).headers.get("content-type")).toBe("image/png");
    write("public/favicon.ico", "Ada's");
    expect(await (await app.request("/favicon.ico")).text()).toBe("Ada's");
  });
});
