/**
 * The sources of a bare single-page application: React, one call for the content, and nothing else. The content is the home
 * page's own elements as a tree, so that it draws the same page with the same styles.
 */

/** Run in a browser that shows the page: the elements below `#app`, each as `[tag, attributes, children]` or text, without scripts. */
export const readContentExpression = `(() => {
  const nodesOf = (parent) => [...parent.childNodes].flatMap((node) => {
    if (node.nodeType === Node.TEXT_NODE) return [node.data];
    if (node.nodeType !== Node.ELEMENT_NODE || node.localName === "script") return [];
    const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
    return [[node.localName, attributes, nodesOf(node)]];
  });
  return nodesOf(document.getElementById("app"));
})()`;

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** The HTML that the application starts from: what a search engine reads, and nothing of the content. */
export function spaDocument(page: { title: string; description: string; language: string }): string {
  return `<!doctype html>
<html lang="${escaped(page.language)}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width,initial-scale=1" />
    <title>${escaped(page.title)}</title>
    <meta name="description" content="${escaped(page.description)}" />
  </head>
  <body>
    <div id="app"></div>
    <script type="module" src="/main.js"></script>
  </body>
</html>
`;
}

/** The whole application. */
export const spaProgram = `import { createElement, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import "./site.css";

const named = { class: "className", for: "htmlFor", tabindex: "tabIndex", srcset: "srcSet" };

function styleOf(text) {
  const rules = text.split(";").filter((rule) => rule.includes(":"));
  return Object.fromEntries(rules.map((rule) => {
    const [name, ...value] = rule.split(":");
    const key = name.trim().startsWith("--") ? name.trim() : name.trim().replace(/-(\\w)/g, (_, letter) => letter.toUpperCase());
    return [key, value.join(":").trim()];
  }));
}

function toElement(node, key) {
  if (typeof node === "string") return node;
  const [tag, attributes, children] = node;
  const props = Object.fromEntries(Object.entries(attributes).map(([name, value]) =>
    name === "style" ? ["style", styleOf(value)] : [named[name] ?? name, value],
  ));
  return createElement(tag, { ...props, key }, ...children.map(toElement));
}

function Home() {
  const [content, setContent] = useState(null);
  useEffect(() => {
    fetch("/content.json").then((answer) => answer.json()).then(setContent);
  }, []);
  return content === null ? createElement("p", null, "Loading…") : content.map(toElement);
}

createRoot(document.getElementById("app")).render(createElement(Home));
`;
