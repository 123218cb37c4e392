import { describe, expect, it } from "vitest";
import { readmeMarkup } from "./readme-markup.ts";

describe("readmeMarkup", () => {
  it.each([
    ["<div><article>\n<h3>Kit</h3>\n<p>Text</p>\n</article></div>", "<h3>Kit</h3>\n<p>Text</p>"],
    ["<p>Text</p>", "<p>Text</p>"],
    ["<div>One</div><div>Two</div>", "<div>One</div><div>Two</div>"],
    ["<div><div>One</div><div>Two</div></div>", "<div>One</div><div>Two</div>"],
    ["", ""],
  ])("removes GitHub's wrappers from %j", (html, expected) => {
    expect(readmeMarkup(html)).toBe(expected);
  });

  it("turns GitHub's code blocks into the code element, highlighted or not", () => {
    expect(readmeMarkup("<p>So:</p><div><pre><span>let</span> a</pre></div><p>End</p>")).toBe(
      "<p>So:</p><pre><code><span>let</span> a</code></pre><p>End</p>",
    );
    expect(readmeMarkup('<p>So:</p><div><pre><code class="language-ts">a</code></pre></div>')).toBe(
      '<p>So:</p><pre><code class="language-ts">a</code></pre>',
    );
  });

  it("keeps two code blocks separate", () => {
    expect(readmeMarkup("<div><pre>a</pre></div><p>x</p><div><pre>b</pre></div>")).toBe(
      "<pre><code>a</code></pre><p>x</p><pre><code>b</code></pre>",
    );
  });
});
