import { describe, expect, it } from "vitest";
import { readmeToHtml } from "./readme-html.ts";

const place = {
  htmlUrl: "https://github.com/wren/tide/blob/main/docs/README.md",
  imageOrigins: ["https://github.com", "https://camo.githubusercontent.com"],
};

describe("a picture in a README", () => {
  it("of the repository is taken from beside its page", () => {
    expect(readmeToHtml('<p><img src="img/tide.png" alt="The tide"></p>', place)).toMatch(
      /<img [^>]*src="https:\/\/github\.com\/wren\/tide\/raw\/main\/docs\/img\/tide\.png"/,
    );
    expect(readmeToHtml('<p><img src="../blob/a.png" alt="A"></p>', place)).toContain(
      "https://github.com/wren/tide/raw/main/blob/a.png",
    );
  });

  it("that GitHub passes on stays as it is", () => {
    const source = "https://camo.githubusercontent.com/abc/def";
    expect(readmeToHtml(`<p><img src="${source}" alt="A badge"></p>`, place)).toContain(`src="${source}"`);
  });

  it("from anywhere else gives way to its description, and an empty link around it goes", () => {
    const html =
      '<p><a href="https://ci.example"><img src="https://ci.example/badge.svg" alt=""></a>Text</p>';
    expect(readmeToHtml(html, place)).toBe("<p>Text</p>");
    expect(readmeToHtml('<p><img src="https://ci.example/b.svg" alt="a &quot;b&quot;"></p>', place)).toBe(
      "<p>a &quot;b&quot;</p>",
    );
  });

  it("never brings a dollar sign or a quote of its address into the page's own text", () => {
    const html = readmeToHtml('<p><img src="img/$&quot; onerror=alert(1).png" alt="x"></p>', place);
    expect(html).not.toMatch(/onerror=alert\(1\)[^"]*"?\s*>.*<|" onerror/);
  });
});

describe("a task list in a README", () => {
  const item = (attributes: string) =>
    `<li class="task-list-item"><input type="checkbox" ${attributes}> Ship it</li>`;

  it("still says what is done and what is not", () => {
    const boxClass = 'id="" disabled="" class="task-list-item-checkbox"';
    expect(readmeToHtml(`<ul>${item(`${boxClass} checked=""`)}${item(boxClass)}</ul>`, place)).toBe(
      "<ul><li>☑ Ship it</li><li>☐ Ship it</li></ul>",
    );
    expect(readmeToHtml(`<ul>${item("checked")}</ul>`, place)).toContain("☑ Ship it");
  });

  it("brings in no other field", () => {
    expect(readmeToHtml('<p>a<input type="text" value="checkbox">b</p>', place)).toBe("<p>ab</p>");
  });
});
