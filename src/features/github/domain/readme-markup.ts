const wrapper = /^<(div|article)\b[^>]*>([\s\S]*)<\/\1>$/;
const framedCode = /<div\b[^>]*>\s*<pre\b[^>]*>((?:(?!<\/?pre\b)[\s\S])*)<\/pre>\s*<\/div>/g;

/**
 * GitHub puts a README into elements of its own, and code into frames. Taken out of them, the paragraphs are set as
 * those of every text here, and code becomes the code element. `html` is clean and balanced.
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

/** Whether every `name` in it is closed before the end: `</div><div>` belongs to two wrappers, not to one. */
function isBalanced(html: string, name: string): boolean {
  let depth = 0;
  for (const [, closing] of html.matchAll(new RegExp(`<(/?)${name}\\b[^>]*>`, "g"))) {
    depth += closing === "/" ? -1 : 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
