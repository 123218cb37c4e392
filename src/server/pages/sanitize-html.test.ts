import { describe, expect, it } from "vitest";
import { fc } from "../../../tests/support/properties.ts";
import { htmlToText, sanitizeHtml } from "./sanitize-html.ts";

describe("sanitizing HTML", () => {
  it("keeps prose, lists, tables, figures, quotes and details", () => {
    const html =
      "<p>A <strong>b</strong> <em>c</em> <kbd>Ctrl</kbd></p><ul><li>x</li></ul><blockquote><p>q</p></blockquote>" +
      "<table><thead><tr><th>h</th></tr></thead><tbody><tr><td>d</td></tr></tbody></table><hr />" +
      "<details><summary>s</summary><p>t</p></details>";
    expect(sanitizeHtml(html)).toBe(html);
  });

  it("shifts all heading levels together so that the page keeps one h1", () => {
    expect(sanitizeHtml("<h1>a</h1><h2>b</h2><h6>c</h6>")).toBe("<h2>a</h2><h3>b</h3><h6>c</h6>");
    expect(sanitizeHtml("<h2>a</h2><h3>b</h3>")).toBe("<h2>a</h2><h3>b</h3>");
    expect(sanitizeHtml("<h2>a</h2>", { topHeadingLevel: 3 })).toBe("<h3>a</h3>");
  });

  it("accepts text that consists only of headings", () => {
    expect(sanitizeHtml("<h1>".repeat(300_000))).toMatch(/^<h2>/);
  });

  it("moves the language of a code block to the code element", () => {
    const expected = '<pre><code class="language-ts">a</code></pre>';
    for (const html of [
      '<pre><code class="language-ts">a</code></pre>',
      '<pre class="wp-block-code language-ts"><code>a</code></pre>',
      '<pre class="lang-TS">a</pre>',
      '<pre class="language-x"> <code class="lang-ts hljs">a</code></pre>',
    ]) {
      expect(sanitizeHtml(html)).toBe(expected);
    }
    expect(sanitizeHtml('<pre class="wp-block-code"><code>a &lt; b</code></pre>')).toBe(
      "<pre><code>a &lt; b</code></pre>",
    );
  });

  it("gives images alt text, their size and lazy loading, and drops unsafe ones", () => {
    expect(sanitizeHtml('<img src="https://x.example/a.png" width="10" height="20%" srcset="b 2x">')).toBe(
      '<img src="https://x.example/a.png" alt="" width="10" loading="lazy" decoding="async" />',
    );
    expect(sanitizeHtml('<img src="http://x.example/a.png" alt="a">')).toBe("");
    expect(
      sanitizeHtml('<img src="/a.png" alt=""><img src="http://b.example/b.png">', {
        baseUrl: "http://a.example/x",
      }),
    ).toBe('<img src="http://a.example/a.png" alt="" loading="lazy" decoding="async" />');
    expect(
      sanitizeHtml('<img src="/content/images/a.png" alt="A">', {
        imageOf: () => ({ src: "/content/images/a-1.png", width: 3, height: 2 }),
      }),
    ).toBe(
      '<img src="/content/images/a-1.png" alt="A" width="3" height="2" loading="lazy" decoding="async" />',
    );
  });

  it("adds rel to external links only", () => {
    expect(sanitizeHtml('<a href="https://x.example/a?b=1&c=2" target="_blank">x</a>')).toBe(
      '<a href="https://x.example/a?b=1&amp;c=2" rel="noopener noreferrer">x</a>',
    );
    expect(sanitizeHtml('<a href="/post/a#b">x</a><a href="mailto:a@b.example">m</a>')).toBe(
      '<a href="/post/a#b">x</a><a href="mailto:a@b.example">m</a>',
    );
    expect(
      sanitizeHtml('<a href="../hello/">x</a>', {
        baseUrl: "https://blog.example/2026/x/",
        mapLink: (href) => (href === "https://blog.example/2026/hello/" ? "/post/hello" : href),
      }),
    ).toBe('<a href="/post/hello">x</a>');
  });

  it("turns the alignment of cells into classes", () => {
    expect(
      sanitizeHtml('<table><tr><td style="text-align:right">1</td><td align="center">2</td></tr></table>'),
    ).toBe('<table><tr><td class="align-right">1</td><td class="align-center">2</td></tr></table>');
  });

  it("gives headings ids that links in the text can target", () => {
    expect(
      sanitizeHtml('<h2>One &amp; two</h2><h2>One two</h2><a href="#one-two">x</a>', { headingIds: true }),
    ).toBe(
      '<h2 id="user-one-two">One &amp; two</h2><h2 id="user-one-two-1">One two</h2><a href="#user-one-two">x</a>',
    );
  });

  it("numbers many identical headings in linear time", () => {
    const clean = sanitizeHtml("<h2>a</h2>".repeat(20_000), { headingIds: true });
    expect(clean.endsWith('<h2 id="user-a-19999">a</h2>')).toBe(true);
  });

  it("is idempotent", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from("<>/\"'= &;abp1h!-#:")) }), (junk) => {
        const once = sanitizeHtml(junk);
        expect(sanitizeHtml(once)).toBe(once);
      }),
      { numRuns: 500 },
    );
  });
});

describe("text of HTML", () => {
  it("has no tags, decoded entities and single spaces", () => {
    expect(htmlToText("<p>It&#8217;s <b>fi</b>ne</p><p>R&#038;D &lt;ok&gt;</p><script>no</script>")).toBe(
      "It’s fine R&D <ok>",
    );
  });
});

describe("embedded media", () => {
  it("from YouTube and other sites become titled links, so that those sites don't see the visitor", () => {
    const block = (src: string, title = "") =>
      sanitizeHtml(
        `<div class="wp-block-embed__wrapper"><iframe title="${title}" src="${src}"></iframe></div>`,
      );
    const link = (href: string, text: string) =>
      `<div><a href="${href}" rel="noopener noreferrer">${text}</a></div>`;
    expect(block("https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed", "A &lt;walk&gt;")).toBe(
      link("https://www.youtube.com/watch?v=dQw4w9WgXcQ", "Video on YouTube: A &lt;walk&gt;"),
    );
    expect(block("https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ")).toBe(
      link("https://www.youtube.com/watch?v=dQw4w9WgXcQ", "Video on YouTube"),
    );
    expect(block("https://player.vimeo.com/video/76979871?h=1", "Owls")).toBe(
      link("https://vimeo.com/76979871", "Video on Vimeo: Owls"),
    );
    expect(block("https://maps.example/embed?x=1", "Where I am")).toBe(
      link("https://maps.example/embed?x=1", "Where I am (maps.example)"),
    );
    expect(block("javascript:alert(1)", "Evil")).toBe("<div></div>");
  });

  it("play on demand if audio or video from https or the text's own site", () => {
    const baseUrl = "http://blog.example/";
    const clean = (html: string) => sanitizeHtml(html, { baseUrl });
    expect(clean('<audio autoplay loop onplay="x()" src="/a.mp3"></audio>')).toBe(
      '<audio src="http://blog.example/a.mp3" controls preload="none"></audio>',
    );
    expect(
      clean(
        '<video width="640" poster="/p.jpg"><source src="https://cdn.example/v.mp4" type="video/mp4"></video>',
      ),
    ).toBe(
      '<video controls preload="none" poster="http://blog.example/p.jpg" width="640"><source src="https://cdn.example/v.mp4" type="video/mp4" /></video>',
    );
    expect(clean('<p><video src="http://other.example/v.mp4">No video here.</video></p>')).toBe(
      "<p>No video here.</p>",
    );
  });

  it("in a gallery keep its columns", () => {
    const classOf = (html: string) => /class="([^"]*)"/.exec(sanitizeHtml(html))?.[1];
    expect(classOf('<figure class="wp-block-gallery has-nested-images columns-4 is-cropped"></figure>')).toBe(
      "gallery-columns-4",
    );
    expect(classOf('<figure class="wp-block-gallery columns-default"></figure>')).toBe("gallery-columns-3");
    expect(classOf('<div id="gallery-1" class="gallery galleryid-5 gallery-columns-2"></div>')).toBe(
      "gallery-columns-2",
    );
    for (const other of ["columns-3", "wp-block-columns columns-3", "gallery gallery-columns-12"])
      expect(classOf(`<div class="${other}"></div>`), other).toBeUndefined();
  });
});
