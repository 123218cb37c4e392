import { escapeHtml } from "#shared/text/html.ts";
import { createHash } from "node:crypto";
import type { ServerFeature } from "../../feature.ts";
import { openApiDocument } from "./openapi.ts";

const style = `
:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}
body{max-width:60rem;margin:0 auto;padding:1rem 1rem 4rem}
code,pre{font-family:ui-monospace,monospace;font-size:.9em}
pre{overflow:auto;padding:.75rem;border:1px solid light-dark(#dcddd8,#2e333b);border-radius:4px}
h2{margin:2.5rem 0 .25rem;font-size:1.1rem;overflow-wrap:anywhere}h2 code{font-size:1rem}
.note{color:light-dark(#555b66,#a8afbb)}
summary{cursor:pointer;padding:.25rem 0}a{color:light-dark(#1f4fd1,#93b2ff)}`;

/** CSP of the API reader, which allows only its own style sheet. */
export const apiReaderPolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** Returns a sentence of the contract as HTML, with what it marks as code. */
function proseHtml(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

function details(title: string, value: unknown): string {
  return `<details><summary>${title}</summary><pre tabindex="0" aria-label="${title}">${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`;
}

type Operation = {
  summary?: string;
  description?: string;
  security?: unknown;
  parameters?: unknown;
  requestBody?: unknown;
  responses?: Record<string, unknown>;
};

/** Renders the contract as a page for people, without scripts. */
export function apiReaderPage(
  features: ServerFeature[],
  site: { tenant: string; ownerName: string },
): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a view of what openApiDocument builds, narrowed to what is shown
  const paths = (openApiDocument(features, site).paths ?? {}) as Record<string, Record<string, Operation>>;
  const sections = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const { summary = "", description = "", security, parameters, requestBody, responses } = operation;
      return (
        `<section><h2><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h2><p>${proseHtml(summary)}</p>` +
        `<p class="note">${security === undefined ? "Public." : "Needs a session."} ${proseHtml(description)}</p>` +
        (parameters === undefined ? "" : details("Parameters", parameters)) +
        (requestBody === undefined ? "" : details("Body", requestBody)) +
        details("Answers", responses) +
        "</section>"
      );
    }),
  );
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>API · ${escapeHtml(site.ownerName)}</title><meta name="robots" content="noindex"><style>${style}</style></head>` +
    `<body><main><h1>API</h1><p>All calls of this site, generated from its contract. <a href="/api/openapi.json">OpenAPI document</a>. ` +
    `A POST must send the header <code>x-tenant: ${escapeHtml(site.tenant)}</code>.</p>${sections.join("")}</main></body></html>`
  );
}
