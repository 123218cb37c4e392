import { describe, expect, it } from "vitest";
import { readmeToHtml } from "./readme-html.ts";

const place = {
  path: "docs/README.md",
  htmlUrl: "https://github.com/wren/tide/blob/main/docs/README.md",
  imageOrigins: ["https://github.com", "https://camo.githubusercontent.com"],
};

describe("a picture in a README", () => {
  it("from the repository loads from GitHub's raw address", () => {
    expect(readmeToHtml('<p><img src="img/tide.png" alt="The tide"></p>', place)).toMatch(
      /<img [^>]*src="https:\/\/github\.com\/wren\/tide\/raw\/main\/docs\/img\/tide\.png"/,
    );
    expect(readmeToHtml('<p><img src="../blob/a.png" alt="A"></p>', place)).toContain(
      "https://github.com/wren/tide/raw/main/blob/a.png",
    );
  });

  it("from GitHub's image proxy stays unchanged", () => {
    const source = "https://camo.githubusercontent.com/abc/def";
    expect(readmeToHtml(`<p><img src="${source}" alt="A badge"></p>`, place)).toContain(`src="${source}"`);
  });

  it("from elsewhere is replaced by its alt text, and an empty link around it is removed", () => {
    const html =
      '<p><a href="https://ci.example"><img src="https://ci.example/badge.svg" alt=""></a>Text</p>';
    expect(readmeToHtml(html, place)).toBe("<p>Text</p>");
    expect(readmeToHtml('<p><img src="https://ci.example/b.svg" alt="a &quot;b&quot;"></p>', place)).toBe(
      "<p>a &quot;b&quot;</p>",
    );
  });

  it("can't break out of its attribute with a dollar sign or a quote", () => {
    const html = readmeToHtml('<p><img src="img/$&quot; onerror=alert(1).png" alt="x"></p>', place);
    expect(html).not.toMatch(/onerror=alert\(1\)[^"]*"?\s*>.*<|" onerror/);
  });
});

describe("a link in a README", () => {
  const hrefOf = (href: string, at = place) =>
    /href="([^"]*)"/.exec(readmeToHtml(`<p><a href="${href}">Text</a></p>`, at))?.[1];

  it.each([
    ["beside it", "setup.md", "/repo/tide/files/docs/setup.md"],
    ["above it", "../src/tide.ts", "/repo/tide/files/src/tide.ts"],
    ["from the root", "/LICENSE", "/repo/tide/files/LICENSE"],
    ["by its full URL", "https://github.com/wren/tide/blob/main/a.ts", "/repo/tide/files/a.ts"],
    ["in different case", "https://github.com/Wren/Tide/blob/main/A.ts", "/repo/tide/files/A.ts"],
    ["at HEAD", "https://github.com/wren/tide/blob/HEAD/a.ts", "/repo/tide/files/a.ts"],
    ["with a space", "my%20notes.md", "/repo/tide/files/docs/my%20notes.md"],
    ["at a line", "../a.ts#L7", "/repo/tide/files/a.ts#L7"],
    ["at a range of lines", "../a.ts#L7-L9", "/repo/tide/files/a.ts#L7-L9"],
    ["at a heading", "setup.md#first", "/repo/tide/files/docs/setup.md"],
  ])("to a file of the repository %s opens our own view", (_case, href, expected) => {
    expect(hrefOf(href)).toBe(expected);
  });

  it.each([
    ["another branch", "https://github.com/wren/tide/blob/next/a.ts"],
    ["another repository", "https://github.com/wren/ebb/blob/main/a.ts"],
    ["an issue", "https://github.com/wren/tide/issues/4"],
    ["a site", "https://tide.example/blob/main/a.ts"],
    ["the raw file", "https://github.com/wren/tide/blob/main/a.ts?raw=true"],
  ])("to %s stays unchanged", (_case, href) => {
    expect(hrefOf(href)).toBe(href);
  });

  it("to a folder opens our own tree", () => {
    expect(hrefOf("../src/")).toBe("/repo/tide/files/src/");
    expect(hrefOf("https://github.com/wren/tide/tree/main/a%20b")).toBe("/repo/tide/files/a%20b/");
    expect(hrefOf("https://github.com/wren/tide/tree/next/src")).toContain("https://github.com/");
  });

  it("to an image, or to what may be a folder, leads to GitHub", () => {
    expect(hrefOf("tide.png")).toBe("https://github.com/wren/tide/blob/main/docs/tide.png");
    expect(hrefOf("../src")).toBe("https://github.com/wren/tide/blob/main/src");
  });

  it("works on a branch with a slash in its name", () => {
    const at = { ...place, htmlUrl: "https://github.com/wren/tide/blob/release/2/docs/README.md" };
    expect(hrefOf("/a.ts", at)).toBe("/repo/tide/files/a.ts");
    expect(hrefOf("https://github.com/wren/tide/blob/release/3/a.ts", at)).toContain("https://github.com/");
  });

  it("within the README stays on the page", () => {
    expect(hrefOf("#install")).toBe("#user-install");
  });
});

describe("a task list in a README", () => {
  const item = (attributes: string) =>
    `<li class="task-list-item"><input type="checkbox" ${attributes}> Ship it</li>`;

  it("keeps the state of each item", () => {
    const boxClass = 'id="" disabled="" class="task-list-item-checkbox"';
    expect(readmeToHtml(`<ul>${item(`${boxClass} checked=""`)}${item(boxClass)}</ul>`, place)).toBe(
      "<ul><li>☑ Ship it</li><li>☐ Ship it</li></ul>",
    );
    expect(readmeToHtml(`<ul>${item("checked")}</ul>`, place)).toContain("☑ Ship it");
  });

  it("drops every other form field", () => {
    expect(readmeToHtml('<p>a<input type="text" value="checkbox">b</p>', place)).toBe("<p>ab</p>");
  });
});
