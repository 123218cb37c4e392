import { escapeHtml } from "#shared/text/html.ts";
import MarkdownIt from "markdown-it";
import { baseName, type GitFile } from "./git-objects.ts";

/** Matches `- [x] done` and `- [ ] to do` as rendered by Markdown without GitHub's extension. */
const taskItem = /<li>(\n<p>|)\[([ xX])\] /g;

/** HTML in Markdown passes through. GitHub sanitizes it, but a client must not rely on that. */
const markdown = new MarkdownIt({ html: true, linkify: true });

/** Renders a file in GitHub's `html` media type: Markdown rendered, anything else as text. */
export function renderFile(file: GitFile): string {
  const text = file.bytes.toString("utf8");
  const name = escapeHtml(baseName(file.path));
  if (!/\.(?:md|markdown)$/i.test(file.path)) {
    return `<div id="file" data-path="${escapeHtml(file.path)}"><div class="plain"><pre style="white-space: pre-wrap">${escapeHtml(text)}</pre></div></div>`;
  }
  const body = markdown.render(text).replaceAll(taskItem, (_whole, paragraph: string, mark: string) => {
    const checked = mark === " " ? "" : ' checked=""';
    return `<li class="task-list-item">${paragraph}<input type="checkbox" id="" disabled="" class="task-list-item-checkbox"${checked}> `;
  });
  return `<div id="file" class="md" data-path="${name}"><article class="markdown-body entry-content container-lg" itemprop="text">${body}</article></div>`;
}
