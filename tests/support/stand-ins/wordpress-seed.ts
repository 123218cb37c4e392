/** Rows of an invented WordPress site, in the format of its REST API. */
export type SandboxPost = {
  id: number;
  slug: string;
  title: string;
  html: string;
  excerpt: string;
  /** GMT without a zone, as WordPress writes it. */
  dateGmt: string;
  tags: number[];
  categories: number[];
  /** Password-protected. */
  isProtected?: boolean;
};
export type SandboxTerm = { id: number; name: string; slug: string; description: string; parent: number };
export type SandboxSite = {
  pages: SandboxPost[];
  posts: SandboxPost[];
  tags: SandboxTerm[];
  categories: SandboxTerm[];
};

function term(id: number, name: string, slug: string, description = "", parent = 0): SandboxTerm {
  return { id, name, slug, description, parent };
}

function post(
  id: number,
  slug: string,
  title: string,
  html: string,
  more: Partial<SandboxPost> = {},
): SandboxPost {
  const dateGmt = new Date(Date.UTC(2026, 0, 1, 0, id)).toISOString().slice(0, 19);
  return {
    id,
    slug,
    title,
    html,
    excerpt: `<p>About ${slug} [&hellip;]</p>\n`,
    dateGmt,
    tags: [],
    categories: [],
    ...more,
  };
}

/** Creates a small site with everything that makes WordPress's HTML awkward, plus `extraPosts` numbered articles. */
export function createSandboxSite(extraPosts = 0): SandboxSite {
  return {
    pages: [
      post(2, "home-page", "Robin&#8217;s site", "\n<p>Hello &#8211; from WordPress.</p>\n"),
      post(3, "about-page", "About", "<h1>About me</h1><p>Text.</p>"),
    ],
    posts: [
      post(10, "summary", "Summary", "<p>I build things.</p>", { categories: [2] }),
      post(11, "education-certification", "Education &#038; Certification", "<ul><li>School</li></ul>"),
      post(12, "languages", "Languages", "<p>Typed ones.</p>", { tags: [7, 8] }),
      post(13, "tools", "Tools &lt;and&gt; more", "<p>Editors.</p>", { categories: [5] }),
      post(
        14,
        "code-blocks",
        "Code &#8220;blocks&#8221;",
        '\n<pre class="wp-block-code"><code>if (a &lt; b &amp;&amp; c) {}</code></pre>\n' +
          '<pre class="wp-block-code language-ts"><code>const a = 1;</code></pre>\n' +
          '<pre><code class="language-csharp">var a = 1;</code></pre>\n' +
          '<p><a href="/2026/01/tools/">Tools</a> <img src="/wp-content/a.png" srcset="/b.png 2x" alt="A"></p>',
        { tags: [7], categories: [4] },
      ),
      post(
        15,
        "broken-html",
        "Broken",
        "<p>open <b>bold <table><tr><td>cell<script>alert(1)</script><p onclick=x>",
      ),
      ...Array.from({ length: extraPosts }, (_, index) =>
        post(1000 + index, `article-${index}`, `Article ${index}`, `<p>Number ${index}</p>`, { tags: [8] }),
      ),
    ],
    tags: [term(7, "C#", "c-sharp"), term(8, "R&amp;D", "r-and-d"), term(9, "Unused", "unused")],
    categories: [
      term(1, "Uncategorized", "uncategorized"),
      term(2, "Resume", "resume"),
      term(4, "Frontend", "frontend"),
      term(5, "Vue JS", "vue-js", "language:vue &amp; more", 4),
    ],
  };
}
