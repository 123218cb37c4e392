import MarkdownIt from "markdown-it";

const markdown = new MarkdownIt({ html: true, linkify: true, typographer: false });

/** CommonMark with tables and strike-through; HTML in it passes, since the sanitiser comes after. */
export function renderMarkdown(text: string): string {
  return markdown.render(text);
}
