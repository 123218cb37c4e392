import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { siteConfig } from "#site-config";
import { pageDocument, unloadedScript, wakeScript } from "./page-document.ts";
import { publicConfig } from "./public-config.ts";
import { readSettings } from "../settings/settings.ts";

const hostile = "</script><script>alert(1)</script><!--<script>\u2028";

function documentWith(data: unknown): string {
  const kernel = {
    settings: readSettings({}),
    site: { ...siteConfig, ownerName: hostile },
    now: () => new Date(0),
  };
  const config = publicConfig(kernel, {
    origin: "http://localhost:3000",
    development: false,
    staleContentAsOf: null,
  });
  const assets = {
    scripts: ["/assets/main.js"],
    styles: ["/assets/main.css"],
    preloads: ["/assets/vendor.js"],
  };
  return pageDocument({ config, assets, head: "<title>x</title>", body: "<p>y</p>", data });
}

function jsonOf(html: string, id: string): unknown {
  return JSON.parse(new RegExp(`id="${id}">(.*?)</script>`, "s").exec(html)?.[1] ?? "null");
}

describe("the page document", () => {
  it("escapes text in its JSON without changing it", () => {
    const html = documentWith({ deep: [hostile] });
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<!--");
    expect(jsonOf(html, "page-data")).toEqual({ deep: [hostile] });
    expect(jsonOf(html, "folio-config")).toMatchObject({ ownerName: hostile });
  });

  it("puts the tree into #app and lists scripts, styles and preloads once", () => {
    const html = documentWith(null);
    expect(html).toContain('<div id="app"><p>y</p></div>');
    expect(html).not.toContain("page-data");
    for (const asset of ["main.js", "main.css", "vendor.js"])
      expect(html.split(`/assets/${asset}`)).toHaveLength(2);
  });

  it("holds a rendered page's scripts back until it's painted, and a shell's not", () => {
    const held = /<template id="scripts">(.*?)<\/template><script>(.*?)<\/script>/.exec(documentWith({}));
    expect(held?.[1]).toMatch(/vendor\.js.*main\.js/);
    expect(held?.[2]).toBe(wakeScript);
    expect(documentWith(null)).not.toContain('<template id="scripts"');
  });

  it.each([
    ["one of its modules", { localName: "script", type: "module" }, true],
    ["a script that an extension added", { localName: "script", type: "" }, false],
    ["a picture", { localName: "img" }, false],
    ["nothing", null, false],
  ])("of a shell says that it couldn't be loaded if %s failed", (_case, target, isSaid) => {
    const listeners = new Map<string, (event: object) => void>();
    const appended: string[] = [];
    runInNewContext(unloadedScript, {
      addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
      document: {
        getElementById: (id: string) => ({
          content: id,
          append: (content: string) => appended.push(content),
        }),
      },
    });
    if (target !== null) listeners.get("error")?.({ target });
    listeners.get("load")?.({});
    expect(appended).toEqual(isSaid ? ["unloaded"] : []);
  });
});
