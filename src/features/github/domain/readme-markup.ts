const wrapper = /^<(div|article)\b[^>]*>([\s\S]*)<\/\1>$/;
const framedCode = /<div\b[^>]*>\s*<pre\b[^>]*>((?:(?!<\/?pre\b)[\s\S])*)<\/pre>\s*<\/div>/g;

/**
 * Removes GitHub's wrappers from a README, so that its paragraphs look like other text here and its code blocks become
 * the code element. `html` is sanitized and balanced.
 */
export function readmeMarkup(html: string): string {
  let inner = html.trim();
  for (let match = wrapper.exec(inner); match !== null; match = wrapper.exec(inner)) {
    const [, name = "", content = ""] = match;
    if (!isBalanced(content, name)) break;
    inner = content.trim();
  }
  return inner.replaceAll(framedCode, (_, content: string) =>
    content.includes("<code") ? `<pre>${content}</pre>` : `<pre><code>${content}</code></pre>`,
  );
}

/** Returns true if every `name` element is closed before the end: in `</div><div>` there are two wrappers, not one. */
function isBalanced(html: string, name: string): boolean {
  let depth = 0;
  for (const [, closing] of html.matchAll(new RegExp(`<(/?)${name}\\b[^>]*>`, "g"))) {
    depth += closing === "/" ? -1 : 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
