import { describe, expect, it } from "vitest";
import { sanitizeHtml } from "./sanitize-html.ts";

/**
 * Attacks on the sanitizer, and an independent judge. The judge accepts only one plain spelling of HTML (which no browser can
 * read differently), rebuilds the tree, and checks every element, attribute and URL against its own list.
 */

const lawful: Record<string, string[]> = Object.fromEntries(
  "p div br wbr hr ul dl dt dd table caption thead tbody tfoot tr figure figcaption kbd samp var blockquote q cite em strong b i u s del ins mark small sub sup dfn summary ruby rt rp h2 h3 h4 h5 h6 pre"
    .split(" ")
    .map((name) => [name, ["id"]]),
);
Object.assign(lawful, {
  a: ["href", "rel", "title", "id"],
  img: ["src", "alt", "width", "height", "title", "loading", "decoding", "id"],
  code: ["class", "id"],
  th: ["class", "scope", "colspan", "rowspan", "id"],
  td: ["class", "colspan", "rowspan", "id"],
  col: ["span", "id"],
  colgroup: ["span", "id"],
  ol: ["start", "reversed", "id"],
  li: ["value", "id"],
  time: ["datetime", "id"],
  abbr: ["title", "id"],
  details: ["open", "id"],
  figure: ["class", "id"],
  div: ["class", "id"],
  ul: ["class", "id"],
  audio: ["src", "controls", "preload", "id"],
  video: ["src", "controls", "preload", "poster", "width", "height", "id"],
  source: ["src", "type"],
});
const voidElements = new Set(["br", "wbr", "hr", "img", "col", "source"]);

function decode(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function judgeAttribute(element: string, name: string, value: string): string[] {
  const problems: string[] = [];
  if (!lawful[element]?.includes(name)) problems.push(`${name} on <${element}>`);
  if (name === "id" && !/^user-[\p{L}\p{N}_.-]*$/u.test(value)) problems.push(`id ${value}`);
  if (
    name === "class" &&
    !/^(language-[\w+#.-]+|align-(left|center|right)|gallery-columns-[1-8])$/.test(value)
  )
    problems.push(`class ${value}`);
  if (name === "rel" && value !== "noopener noreferrer") problems.push(`rel ${value}`);
  if (
    ["width", "height", "colspan", "rowspan", "span", "start", "value"].includes(name) &&
    !/^\d{1,5}$/.test(value)
  ) {
    problems.push(`${name}=${value}`);
  }
  if (name === "href" && !/^(https?:\/\/[^/@\\]+(\/|$)|mailto:[^:]|\/(?![/\\])|#user-|#$)/.test(value))
    problems.push(`href ${value}`);
  if ((name === "src" || name === "poster") && !/^(https:\/\/[^/@\\]+\/|\/(?![/\\]))/.test(value))
    problems.push(`src ${value}`);
  return problems;
}

/** Returns everything wrong with `html`, including anything not in the one plain spelling. */
function judge(html: string): string[] {
  const problems: string[] = [];
  const open: string[] = [];
  const token = /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+(?:="[^"<>]*")?)*)( \/)?>|[^<>]+/y;
  while (token.lastIndex < html.length) {
    const at = token.lastIndex;
    const match = token.exec(html);
    if (match === null) return [...problems, `unreadable from ${html.slice(at, at + 60)}`];
    const [whole, slash, name, attributes = "", selfClosed] = match;
    if (name === undefined) {
      if (/&(?!(?:amp|lt|gt|quot);)/.test(whole)) problems.push(`loose ampersand in ${whole}`);
      continue;
    }
    if (!(name in lawful)) problems.push(`<${name}>`);
    if (slash === "/") {
      if (open.pop() !== name) problems.push(`</${name}> closes something else`);
      continue;
    }
    const names = [...attributes.matchAll(/ ([a-z]+)(?:="([^"]*)")?/g)].map(([, key = "", value = ""]) => {
      problems.push(...judgeAttribute(name, key, decode(value)));
      return key;
    });
    if (new Set(names).size !== names.length) problems.push(`an attribute twice on <${name}>`);
    if (name === "img" && !(names.includes("alt") && names.includes("src")))
      problems.push("<img> without alt or src");
    if (voidElements.has(name) !== (selfClosed !== undefined))
      problems.push(`<${name}> closed the wrong way`);
    if (!voidElements.has(name)) open.push(name);
  }
  return open.length === 0 ? problems : [...problems, `left open: ${open.join(", ")}`];
}

const scripts = [
  `<script>alert(1)</script>`,
  `<SCRIPT SRC=//evil.example/x.js></SCRIPT>`,
  `<scr<script>ipt>alert(1)</scr</script>ipt>`,
  `<script/x>alert(1)</script >`,
  `<script\u0000>alert(1)</script>`,
  `<<script>alert(1);//<</script>`,
  `<script type="text/plain">--></script><img src=x onerror=alert(1)>`,
  `<script>/* </p> */alert(1)`,
  `<p><script>alert(1)</p>`,
  `</script><script>alert(1)</script>`,
];

const handlers = [
  `<img src=x onerror=alert(1)>`,
  `<img src="x" onerror="alert(1)" onload='alert(2)'>`,
  `<img/src=x/onerror=alert(1)>`,
  `<img src=x:alert(alt) onerror=eval(src) alt=0>`,
  `<img """><b onclick=alert(1)>"`,
  `<p oNcLiCk="alert(1)">x</p>`,
  `<p\tonmouseover\n=\n"alert(1)">x</p>`,
  `<p onclick\u000c=alert(1)>x</p>`,
  `<a href="#" onfocus=alert(1) autofocus tabindex=1>x</a>`,
  `<details open ontoggle=alert(1)><summary>x</summary></details>`,
  `<body onload=alert(1)><p>x</p></body>`,
  `<marquee onstart=alert(1)>x</marquee>`,
  `<video onerror=alert(1)><source onerror=alert(2)></video>`,
  `<p style="animation:x" onanimationstart=alert(1)>x</p>`,
  `<p class="x"onclick="alert(1)">x</p>`,
  `<p title=">" onclick=alert(1)>x</p>`,
  `<p x="\`" onclick='alert(1)'\`>x</p>`,
];

const addresses = [
  `<a href="javascript:alert(1)">x</a>`,
  `<a href="JaVaScRiPt:alert(1)">x</a>`,
  `<a href=" \u0001javascript:alert(1)">x</a>`,
  `<a href="java\tscript:alert(1)">x</a>`,
  `<a href="java\nscript:alert(1)">x</a>`,
  `<a href="java&#10;script&#58;alert(1)">x</a>`,
  `<a href="&#x6A;avascript&colon;alert(1)">x</a>`,
  `<a href="&#0000106avascript:alert(1)">x</a>`,
  `<a href="javascript&NewLine;:alert(1)">x</a>`,
  `<a href="&Tab;java&Tab;script:alert(1)">x</a>`,
  `<a href="javascript\u200b:alert(1)">x</a>`,
  `<a href="vbscript:msgbox(1)">x</a>`,
  `<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>`,
  `<a href="blob:https://x.example/1">x</a>`,
  `<a href="filesystem:https://x.example/temporary/a.html">x</a>`,
  `<a href="file:///etc/passwd">x</a>`,
  `<a href="view-source:https://x.example">x</a>`,
  `<a href="intent://x#Intent;scheme=http;end">x</a>`,
  `<a href="feed:javascript:alert(1)">x</a>`,
  `<a href="https://good.example@evil.example/">x</a>`,
  `<a href="//evil.example">x</a>`,
  `<a href="\\\\evil.example\\x">x</a>`,
  `<a href="/\\evil.example">x</a>`,
  `<a href="/.//evil.example">x</a>`,
  `<a href="/\t/evil.example">x</a>`,
  `<a href="https:evil.example">x</a>`,
  `<a href="https://x.example/&quot; onclick=&quot;alert(1)">x</a>`,
  `<a href='https://x.example/"><script>alert(1)</script>'>x</a>`,
  `<a href="https://x.example" target="_blank" rel="opener">x</a>`,
  `<a href="https://x.example" ping="https://evil.example" download>x</a>`,
  `<a xlink:href="javascript:alert(1)">x</a>`,
  `<a href="https://x.example" href="javascript:alert(1)">x</a>`,
  `<img src="javascript:alert(1)">`,
  `<img src="data:image/svg+xml,<svg onload=alert(1)>">`,
  `<img src="http://tracker.example/x.gif">`,
  `<img src="ftp://x.example/a.png">`,
  `<img srcset="https://x.example/a.png 1x, javascript:alert(1) 2x" src="https://x.example/a.png">`,
  `<img src="https://x.example/a.png" lowsrc="javascript:alert(1)" dynsrc="javascript:alert(1)">`,
  `<img src="https://x.example/a.png" width="100%" height="1e9" usemap="#m"><map name="m"><area href="javascript:alert(1)"></map>`,
  `<picture><source srcset="javascript:alert(1)"><img src=x></picture>`,
  `<base href="javascript:/a/"><a href="alert(1)">x</a>`,
  `<blockquote cite="javascript:alert(1)">x</blockquote>`,
  `<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button><input type=image src=x></form>`,
  `<isindex action="javascript:alert(1)" type=image>`,
  `<table background="javascript:alert(1)"><td background="x">y</td></table>`,
];

const frames = [
  `<iframe src="javascript:alert(1)"></iframe>`,
  `<iframe srcdoc="<script>alert(1)</script>"></iframe>`,
  `<iframe><img src=x onerror=alert(1)></iframe>`,
  `<object data="javascript:alert(1)"><embed src="javascript:alert(1)"></object>`,
  `<embed src="data:text/html,<script>alert(1)</script>">`,
  `<frameset><frame src="javascript:alert(1)"></frameset>`,
  `<applet code="x"></applet>`,
  `<portal src="https://evil.example"></portal>`,
  `<meta http-equiv="refresh" content="0;url=javascript:alert(1)">`,
  `<link rel=stylesheet href="https://evil.example/x.css">`,
  `<link rel=import href="data:text/html,<script>alert(1)</script>">`,
];

const mutations = [
  `<svg><script>alert(1)</script></svg>`,
  `<svg onload=alert(1)>`,
  `<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>`,
  `<svg><animate attributeName=href values=javascript:alert(1) /><a id=x></a></svg>`,
  `<svg><style><img src=x onerror=alert(1)></style></svg>`,
  `<svg></p><style><a id="</style><img src=x onerror=alert(1)>">`,
  `<svg><foreignObject><p><img src=x onerror=alert(1)></p></foreignObject></svg>`,
  `<svg><desc><noscript></noscript></desc></svg><p onclick=alert(1)>x</p>`,
  `<math><mi xlink:href="javascript:alert(1)">x</mi></math>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`,
  `<math><annotation-xml encoding="text/html"><img src=x onerror=alert(1)></annotation-xml></math>`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>`,
  `<noscript><p title="</noscript><img src=x onerror=alert(1)>">`,
  `<noembed><img src="</noembed><img src=x onerror=alert(1)>">`,
  `<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>`,
  `<textarea><p title="</textarea><img src=x onerror=alert(1)>"></textarea>`,
  `<title><p title="</title><img src=x onerror=alert(1)>"></title>`,
  `<template><script>alert(1)</script></template>`,
  `<template shadowrootmode=open><img src=x onerror=alert(1)></template>`,
  `<plaintext><img src=x onerror=alert(1)>`,
  `<select><option><style></option></select><img src=x onerror=alert(1)></style>`,
  `<p><![CDATA[<img src=x onerror=alert(1)>]]></p>`,
  `<!--><img src=x onerror=alert(1)>-->`,
  `<!-- --!><img src=x onerror=alert(1)> -->`,
  `<!--[if IE]><script>alert(1)</script><![endif]-->`,
  `<?xml version="1.0"?><?import namespace="t" implementation="#default#time2"?><p onbegin=alert(1)>x</p>`,
  `<!DOCTYPE html [<!ENTITY x "<script>alert(1)</script>">]><p>&x;</p>`,
  `<p>&lt;script&gt;alert(1)&lt;/script&gt;&amp;lt;img src=x onerror=alert(1)&amp;gt;</p>`,
  `<table><a href="javascript:alert(1)">x<tr><td></a><script>alert(1)</script>`,
  `<b><i></b><p onclick=alert(1)></i>x`,
  `<p id='"><script>alert(1)</script>'>x</p>`,
  `<pre class='language-"><script>alert(1)</script>'>x</pre>`,
  `<pre class="language-x&quot; onclick=&quot;alert(1)"><code class='language-y"onclick=alert(1)'>x</code></pre>`,
  `<pre><pre class="language-a"><code>x</pre></code>y</pre>`,
  `<h1 id="x&quot; onclick=&quot;alert(1)">&lt;img src=x onerror=alert(1)&gt;</h1>`,
  `<h1><h2><h3>x</h1></h2></h3>`,
  `<custom-element onconnected=alert(1)><slot>x</slot></custom-element>`,
  `<p is="x-evil" slot="y" part="z">x</p>`,
  `<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>`,
  `${"<blockquote>".repeat(3_000)}deep`,
];

const clobbering = [
  `<a id="location" href="https://evil.example">x</a>`,
  `<form id="document"><input name="cookie"></form>`,
  `<img name="getElementById" src="/x.png">`,
  `<a id="app">x</a><a id="app" name="url" href="https://evil.example">y</a>`,
  `<p id="folio-config">{"tenant":"evil"}</p>`,
  `<p id="__proto__">x</p><p id="constructor">y</p>`,
  `<a id="   ">x</a>`,
];

const styles = [
  `<p style="background:url(javascript:alert(1))">x</p>`,
  `<p style="position:fixed;inset:0;z-index:9999">x</p>`,
  `<p style="width:expression(alert(1))">x</p>`,
  `<p style="-moz-binding:url(https://evil.example/x.xml#a)">x</p>`,
  `<style>@import "https://evil.example/x.css";</style>`,
  `<style></style><style><img src=x onerror=alert(1)></style>`,
  `<td style="text-align:right;background:url(https://evil.example)">x</td>`,
  `<th class="align-left evil" align='right" onclick="alert(1)'>x</th>`,
  `<p class="top-bar dialog open">x</p>`,
];

const families = { scripts, handlers, addresses, frames, mutations, clobbering, styles };
const corpus = Object.entries(families).flatMap(([family, payloads]) =>
  payloads.map((payload) => ({ family, payload })),
);

describe("the sanitizer against the attack corpus", () => {
  it("has a corpus of at least 80 attacks", () => {
    expect(new Set(corpus.map(({ payload }) => payload)).size).toBeGreaterThanOrEqual(80);
  });

  it("has a judge that detects each kind of problem", () => {
    const bad = [
      `<script>x</script>`,
      `<p onclick="x">y</p>`,
      `<a href="javascript:x">y</a>`,
      `<a href="//evil.example">y</a>`,
      `<p id="app">y</p>`,
      `<img src="/x.png">`,
      `<p>a`,
      `a < b`,
      `<p style="x">y</p>`,
      `<h1>x</h1>`,
    ];
    for (const html of bad) expect(judge(html), html).not.toEqual([]);
    expect(judge(`<p>a &amp; <a href="/x" title="t">b</a><br /></p>`)).toEqual([]);
  });

  it.each(corpus)("leaves nothing forbidden of $payload", ({ payload }) => {
    expect(judge(sanitizeHtml(payload))).toEqual([]);
    expect(judge(sanitizeHtml(payload, { headingIds: true, baseUrl: "https://blog.example/a/" }))).toEqual(
      [],
    );
    expect(judge(sanitizeHtml(`<p>before ${payload} after</p>`, { headingIds: true }))).toEqual([]);
    expect(judge(sanitizeHtml(`<pre><code>${payload}`, { topHeadingLevel: 3 }))).toEqual([]);
  });

  it("leaves nothing forbidden when attacks are joined, cut in half or cleaned twice", () => {
    for (const [index, { payload }] of corpus.entries()) {
      const next = corpus[(index * 7 + 3) % corpus.length]!.payload;
      const half = payload.slice(0, Math.ceil(payload.length / 2));
      for (const joined of [payload + next, half + next, half, sanitizeHtml(payload) + half]) {
        expect(judge(sanitizeHtml(joined, { headingIds: true })), joined.slice(0, 200)).toEqual([]);
      }
    }
  });
});
