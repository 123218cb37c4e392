import sanitize from "sanitize-html";
import { lineOfEscapedText } from "#shared/text/escaped-text.ts";
import { cleanUrl } from "./sanitize-url.ts";

export type SanitizeOptions = {
  /** The highest heading level allowed (2 by default). All headings shift together, so that a page keeps one h1. */
  topHeadingLevel?: 1 | 2 | 3 | 4;
  /** Base of relative URLs; the site's root by default. */
  baseUrl?: string;
  /** Gives headings ids from their text and keeps the author's ids, all prefixed with `user-`. Use it only once per page. */
  headingIds?: boolean;
  /** Rewrites the URL of a link after sanitizing, for example from a blog's own address to `/post/x`. */
  mapLink?: (href: string) => string;
  /** Returns the final URL and size in pixels of a known image. */
  imageOf?: (src: string) => { src: string; width: number; height: number } | undefined;
};

type Attributes = Record<string, string>;

const keptTags =
  "h1 h2 h3 h4 h5 h6 p div br wbr hr ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td figure figcaption img a pre code kbd samp var blockquote q cite em strong b i u s del ins mark small sub sup abbr dfn time details summary ruby rt rp audio video source".split(
    " ",
  );

/** Elements removed with their content, which isn't prose or is parsed by other rules than HTML's. */
const droppedWithContent =
  "script style textarea option select xmp svg math noscript template iframe noembed noframes plaintext title object applet canvas frameset".split(
    " ",
  );

const renamedTags = { strike: "s", tt: "code", acronym: "abbr", big: "strong" } as const;
const blocks = ["section", "article", "header", "footer", "aside", "main", "nav", "center", "address"];

const linkProtocols = ["http:", "https:", "mailto:"] as const;
const languageClass = /(?:^|\s)lang(?:uage)?-([\w+#.-]{1,40})(?=\s|$)/i;
const idPrefix = "user-";
const blockEdge =
  /<\/?(?:p|div|br|h[1-6]|li|ul|ol|dt|dd|t[dhr]|table|pre|blockquote|figure|figcaption|hr)\b/gi;

/**
 * Sanitizes HTML from elsewhere: posts, READMEs, summaries of bills. This is the only way such HTML gets in. Anything not on
 * the allowlist is removed; every URL is rewritten; every image has `alt` and loads lazily; code blocks become `<pre><code
 * class="language-x">`. The alignment of table cells becomes a class (`align-left|center|right`), as do the columns of
 * WordPress galleries (`gallery-columns-1` to `-8`). Audio and video play on demand, from https or the text's own site;
 * embedded pages become titled links, so that other sites don't see the visitor.
 */
export function sanitizeHtml(html: string, options: SanitizeOptions = {}): string {
  const text = html.replaceAll("\u0000", "");
  const shift = headingShift(text, options.topHeadingLevel ?? 2);
  const clean = sanitize(text, {
    allowedTags: keptTags,
    nonTextTags: droppedWithContent,
    selfClosing: [...sanitize.defaults.selfClosing, "source"],
    disallowedTagsMode: "discard",
    enforceHtmlBoundary: false,
    nestingLimit: 60,
    parseStyleAttributes: false,
    allowedAttributes: {
      "*": options.headingIds === true ? ["id"] : [],
      a: ["href", "rel", "title"],
      img: ["src", "alt", "width", "height", "title", "loading", "decoding"],
      audio: ["src", "controls", "preload"],
      video: ["src", "controls", "preload", "poster", "width", "height"],
      source: ["src", "type"],
      figure: ["class"],
      div: ["class"],
      ul: ["class"],
      pre: ["class"],
      code: ["class"],
      th: ["class", "scope", "colspan", "rowspan"],
      td: ["class", "colspan", "rowspan"],
      col: ["span"],
      colgroup: ["span"],
      ol: ["start", "reversed"],
      li: ["value"],
      time: ["datetime"],
      abbr: ["title"],
      details: ["open"],
    },
    allowedSchemes: ["http", "https", "mailto"],
    allowedSchemesByTag: { img: ["https", "http"] },
    allowProtocolRelative: false,
    transformTags: {
      ...headingTransforms(shift),
      ...Object.fromEntries(blocks.map((name) => [name, "div"])),
      ...renamedTags,
      a: (tagName, attributes) => ({ tagName, attribs: linkAttributes(attributes, options) }),
      img: (tagName, attributes) => ({ tagName, attribs: imageAttributes(attributes, options) }),
      iframe: (tagName, attributes) => embedLink(tagName, attributes, options),
      audio: (tagName, attributes) => ({ tagName, attribs: playerAttributes(attributes, options) }),
      video: (tagName, attributes) => ({ tagName, attribs: playerAttributes(attributes, options) }),
      source: (tagName, attributes) => ({ tagName, attribs: sourceAttributes(attributes, options) }),
      figure: gallery,
      div: gallery,
      ul: gallery,
      pre: (tagName, attributes) => ({ tagName, attribs: withClass(attributes, languageOf(attributes)) }),
      code: (tagName, attributes) => ({ tagName, attribs: withClass(attributes, languageOf(attributes)) }),
      th: cell,
      td: cell,
      col: (tagName, attributes) => ({ tagName, attribs: onlyNumbers(attributes, ["span"]) }),
      colgroup: (tagName, attributes) => ({ tagName, attribs: onlyNumbers(attributes, ["span"]) }),
      ol: (tagName, attributes) => ({ tagName, attribs: onlyNumbers(attributes, ["start"]) }),
      li: (tagName, attributes) => ({ tagName, attribs: onlyNumbers(attributes, ["value"]) }),
      "*": (tagName, attributes) => ({ tagName, attribs: prefixId(attributes) }),
    },
    exclusiveFilter: ({ tag, attribs }) =>
      (tag === "img" || tag === "source") && attribs["src"] === undefined,
  });
  const withCode = normalizeCode(withoutIdlePlayers(clean));
  return options.headingIds === true ? addHeadingIds(withCode) : withCode;
}

/** Returns the text of some HTML for titles and descriptions: no tags, entities decoded, white space collapsed. */
export function htmlToText(html: string): string {
  const spaced = html.replace(blockEdge, " $&");
  return lineOfEscapedText(sanitize(spaced, { allowedTags: [], nonTextTags: droppedWithContent }));
}

function headingShift(html: string, topLevel: number): number {
  // Searches level by level: Math.min with one argument per heading would overflow the stack on hostile text.
  const highest = [1, 2, 3, 4, 5, 6].find((level) => new RegExp(`<h${level}\\b`, "i").test(html));
  return highest === undefined ? 0 : Math.max(0, topLevel - highest);
}

function headingTransforms(shift: number): Record<string, string> {
  return Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, `h${Math.min(6, level + shift)}`]),
  );
}

function linkAttributes(attributes: Attributes, options: SanitizeOptions): Attributes {
  const kept: Attributes = attributes["title"] === undefined ? {} : { title: attributes["title"] };
  if (attributes["id"] !== undefined) kept["id"] = attributes["id"];
  const href = attributes["href"];
  if (href === undefined) return kept;
  const fragment = /^\s*#([^\s]*)\s*$/.exec(href)?.[1];
  if (fragment !== undefined) return { ...kept, href: `#${fragment === "" ? "" : prefixed(fragment)}` };
  const clean = cleanUrl(href, linkProtocols, options.baseUrl);
  if (clean === null) return kept;
  const mapped = options.mapLink?.(clean.href) ?? clean.href;
  const external = clean.external && mapped === clean.href;
  return { ...kept, href: mapped, ...(external ? { rel: "noopener noreferrer" } : {}) };
}

function imageAttributes(attributes: Attributes, options: SanitizeOptions): Attributes {
  const clean = cleanUrl(attributes["src"] ?? "", ["https:", "http:"], options.baseUrl);
  if (clean === null || !isLoadable(clean, options.baseUrl)) return {};
  const known = options.imageOf?.(clean.href);
  const size =
    known === undefined
      ? onlyNumbers(pick(attributes, ["width", "height"]), ["width", "height"])
      : { width: String(known.width), height: String(known.height) };
  return {
    src: known?.src ?? clean.href,
    alt: attributes["alt"] ?? "",
    ...size,
    ...pick(attributes, ["title", "id"]),
    loading: "lazy",
    decoding: "async",
  };
}

const videoPages: [RegExp, (id: string) => string, string][] = [
  [
    /^https:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{6,20})(?=$|[?#/])/,
    (id) => `https://www.youtube.com/watch?v=${id}`,
    "YouTube",
  ],
  [/^https:\/\/player\.vimeo\.com\/video\/(\d{4,15})(?=$|[?#/])/, (id) => `https://vimeo.com/${id}`, "Vimeo"],
];

/** Returns an embedded page as a link like "Video on YouTube: Its title"; one without a URL is removed with its content. */
function embedLink(tagName: string, attributes: Attributes, options: SanitizeOptions) {
  const src = attributes["src"] ?? attributes["data-src"] ?? "";
  const clean = cleanUrl(src, ["https:", "http:"], options.baseUrl);
  if (clean === null) return { tagName, attribs: {} };
  const title = (attributes["title"] ?? "").trim();
  for (const [pattern, pageOf, site] of videoPages) {
    const id = pattern.exec(clean.href)?.[1];
    if (id === undefined) continue;
    const text = title === "" ? `Video on ${site}` : `Video on ${site}: ${title}`;
    return { tagName: "a", attribs: linkAttributes({ href: pageOf(id) }, options), text };
  }
  const host = URL.canParse(clean.href) ? new URL(clean.href).host : "this site";
  const text = title === "" ? `Embedded page on ${host}` : `${title} (${host})`;
  return { tagName: "a", attribs: linkAttributes({ href: clean.href }, options), text };
}

/** Returns attributes that load nothing before somebody presses play. */
function playerAttributes(attributes: Attributes, options: SanitizeOptions): Attributes {
  const poster = mediaUrl(attributes["poster"], options);
  return {
    ...sourceAttributes({ src: attributes["src"] ?? "" }, options),
    controls: "",
    preload: "none",
    ...(poster === null ? {} : { poster }),
    ...onlyNumbers(pick(attributes, ["width", "height"]), ["width", "height"]),
    ...pick(attributes, ["id"]),
  };
}

function sourceAttributes(attributes: Attributes, options: SanitizeOptions): Attributes {
  const src = mediaUrl(attributes["src"], options);
  if (src === null) return {};
  const type = /^(?:audio|video)\/[\w.+-]{1,40}$/.exec(attributes["type"] ?? "")?.[0];
  return type === undefined ? { src } : { src, type };
}

function mediaUrl(address: string | undefined, options: SanitizeOptions): string | null {
  const clean = cleanUrl(address ?? "", ["https:", "http:"], options.baseUrl);
  return clean === null || !isLoadable(clean, options.baseUrl) ? null : clean.href;
}

/** Replaces players without a source by their fallback content. */
function withoutIdlePlayers(clean: string): string {
  return clean.replace(
    /<(audio|video)([^>]*)>([\s\S]*?)<\/\1>/g,
    (whole, _name, attributes: string, inner: string) =>
      / src="/.test(attributes) || inner.includes("<source src=") ? whole : inner,
  );
}

/** Keeps the number of columns of WordPress galleries, written as a block or a shortcode. */
function gallery(tagName: string, attributes: Attributes): { tagName: string; attribs: Attributes } {
  const names = attributes["class"] ?? "";
  const columns = /(?:^|\s)(?:gallery-)?columns-([1-8]|default)(?=\s|$)/.exec(names)?.[1];
  const isGallery = columns !== undefined && /(?:^|\s)(?:wp-block-gallery|gallery)(?=\s|$)/.test(names);
  const name = isGallery ? `gallery-columns-${columns === "default" ? "3" : columns}` : null;
  return { tagName, attribs: prefixId(withClass(attributes, name)) };
}

/** Allows plain http only for the site the text came from, because its owner chose that. */
function isLoadable(clean: { href: string; external: boolean }, baseUrl: string | undefined): boolean {
  if (!clean.href.startsWith("http:")) return true;
  return baseUrl !== undefined && new URL(clean.href).origin === new URL(baseUrl).origin;
}

function pick(attributes: Attributes, names: string[]): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => names.includes(name)));
}

function onlyNumbers(attributes: Attributes, names: string[]): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).filter(([name, value]) => !names.includes(name) || /^\d{1,5}$/.test(value)),
  );
}

function languageOf(attributes: Attributes): string | null {
  const name = languageClass.exec(attributes["class"] ?? "")?.[1];
  return name === undefined ? null : `language-${name.toLowerCase()}`;
}

function withClass(attributes: Attributes, className: string | null): Attributes {
  const { class: _dropped, ...rest } = attributes;
  return className === null ? rest : { ...rest, class: className };
}

function cell(tagName: string, attributes: Attributes): { tagName: string; attribs: Attributes } {
  const hints = `${attributes["style"] ?? ""};text-align:${attributes["align"] ?? ""};${attributes["class"] ?? ""}`;
  const side = /(?:text-align:\s*|has-text-align-|\balign-)(left|center|right)/i.exec(hints)?.[1];
  const spans = onlyNumbers(attributes, ["colspan", "rowspan"]);
  const scope = /^(?:row|col|rowgroup|colgroup)$/.test(spans["scope"] ?? "") ? spans : withoutScope(spans);
  return { tagName, attribs: withClass(scope, side === undefined ? null : `align-${side.toLowerCase()}`) };
}

function withoutScope(attributes: Attributes): Attributes {
  const { scope: _dropped, ...rest } = attributes;
  return rest;
}

/** Prefixes ids, so that they never collide with ours or with globals of the page (DOM clobbering). */
function prefixId(attributes: Attributes): Attributes {
  const { id, ...rest } = attributes;
  return id === undefined || id.trim() === "" ? rest : { ...rest, id: prefixed(id) };
}

function prefixed(id: string): string {
  const safe = id.replace(/[^\p{L}\p{N}_.-]+/gu, "-");
  return safe.startsWith(idPrefix) ? safe : idPrefix + safe;
}

/**
 * Moves the language to `<code>`, and adds a `<code>` to a `<pre>` without one. The patterns are complete because the input is
 * our sanitizer's own output, whose tags have only one spelling.
 */
function normalizeCode(clean: string): string {
  return clean
    .replace(/<pre([^>]*)>(\s*)<code([^>]*)>/g, (_whole, pre: string, _space: string, code: string) => {
      const language =
        /class="(language-[^"]+)"/.exec(code)?.[1] ?? /class="(language-[^"]+)"/.exec(pre)?.[1];
      const id = /id="[^"]+"/.exec(pre)?.[0];
      const attributes = language === undefined ? "" : ` class="${language}"`;
      return `<pre${id === undefined ? "" : ` ${id}`}><code${attributes}>`;
    })
    .replace(/<pre([^>]*)>([^<]*)<\/pre>/g, (_whole, pre: string, text: string) => {
      const language = /class="language-[^"]+"/.exec(pre)?.[0];
      return `<pre><code${language === undefined ? "" : ` ${language}`}>${text}</code></pre>`;
    })
    .replace(/<pre class="[^"]*"/g, "<pre");
}

function addHeadingIds(clean: string): string {
  const used = new Set([...clean.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]));
  // Last number used for each text, so that ten thousand identical headings don't each count from 1.
  const copies = new Map<string, number>();
  return clean.replace(/<h([1-6])>([\s\S]*?)<\/h\1>/g, (whole, level: string, inner: string) => {
    const words = htmlToText(inner)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-+|-+$/g, "");
    if (words === "") return whole;
    let id = idPrefix + words;
    let copy = copies.get(words) ?? 0;
    while (used.has(id)) id = `${idPrefix}${words}-${(copy += 1)}`;
    copies.set(words, copy);
    used.add(id);
    return `<h${level} id="${id}">${inner}</h${level}>`;
  });
}
