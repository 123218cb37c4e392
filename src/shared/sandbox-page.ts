import { policyOrigins } from "./sibling-origins.ts";
import { escapeHtml } from "./text/html.ts";

/*
 * Pages of the sandboxes, on which a visitor plays a person at an outside service. They have a style sheet of their own, so
 * that nobody mistakes them for the site's.
 */

type SandboxPages = {
  /** Name of the sandbox, at the top of each page. */
  name: string;
  stylesheetHref: string;
};

type PageOptions = {
  /** "Step 1 of 4" */
  step?: string;
  isWide?: boolean;
};

/** Returns a function that renders a sandbox's page; `body` is HTML. */
export function sandboxPageOf({ name, stylesheetHref }: SandboxPages) {
  return (title: string, body: string, { step, isWide = false }: PageOptions = {}): string =>
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>${escapeHtml(title)} · ${name}</title><meta name="robots" content="noindex">` +
    `<link rel="stylesheet" href="${stylesheetHref}"></head>` +
    `<body${isWide ? ' class="wide"' : ""}><main><p class="badge">${name}${step === undefined ? "" : ` · ${step}`}</p><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;
}

/** Renders what a page with a message says, with a link back to the site. */
export function messageBody(text: string, href = "/"): string {
  return `<p>${escapeHtml(text)}</p><p><a href="${escapeHtml(href)}">Back to the site</a></p>`;
}

/** Returns the policy of a sandbox's pages: no scripts, one style sheet, own pictures, and forms to it and these origins. */
export function sandboxPagePolicy(origins: readonly string[]): string {
  return `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self' ${policyOrigins(origins).join(" ")}; base-uri 'none'; frame-ancestors 'none'`;
}

const [blue, green, teal] = ["#1f4fd1, #93b2ff", "#1a6b3c, #7bd4a0", "#0f6b57, #6fd3ba"];

/** Colors of the sandboxes, for light and dark. */
export const sandboxAccents = { blue, green, teal };

/** Returns the style sheet of a sandbox's pages, and how to answer with it. */
export function sandboxStylesheet(
  accent: string,
  more = "",
): [css: string, status: 200, headers: Record<string, string>] {
  const css = `
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif;
  --ground: light-dark(#f2f2ef, #101215); --surface: light-dark(#fff, #191c21); --ink: light-dark(#15171c, #eceef2);
  --muted: light-dark(#555b66, #a8afbb); --line: light-dark(#8a8f99, #6f7784); --accent: light-dark(${accent});
  --tint: color-mix(in srgb, var(--accent) 12%, var(--surface)); --on-accent: light-dark(#fff, #10131a); --wrong: light-dark(#a3231d, #ff9d94); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground); color: var(--ink); }
main { width: min(100%, 30rem); padding: 2rem; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; overflow-wrap: anywhere; }
.wide { place-items: start center; }
.wide main { width: min(100%, 64rem); }
h1 { margin: .25rem 0 .75rem; font-size: 1.5rem; line-height: 1.2; letter-spacing: -.02em; }
p { margin: 0 0 1.25rem; color: var(--muted); }
.badge { margin: 0; font-size: .8125rem; letter-spacing: .06em; text-transform: uppercase; }
.wrong { color: var(--wrong); font-weight: 600; }
ul { list-style: none; margin: 0 0 1rem; padding: 0; display: grid; gap: .75rem; }
.wide ul { gap: .25rem; }
fieldset { margin: 0 0 1rem; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; margin-bottom: .5rem; font-weight: 600; }
button, .choice, input[type="text"] { font: inherit; color: inherit; border-radius: 4px; border: 1px solid var(--line); background: transparent; }
button, label.choice { cursor: pointer; }
button:hover, .choice:hover { border-color: var(--accent); background: var(--tint); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); }
.choice { display: flex; gap: .875rem; align-items: center; width: 100%; padding: .75rem; text-align: start; }
.choice input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0 .625rem; accent-color: var(--accent); }
.choice img { border-radius: 50%; }
.avatar { flex: none; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 50%; background: #1f4fd1; color: #fff; font-weight: 650; }
.what { display: grid; min-width: 0; }
.what span, .what small { color: var(--muted); font-size: .875rem; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; align-items: center; margin: 0; }
.actions button { min-height: 2.5rem; padding: 0 1rem; }
.actions .main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
.actions .main:hover { background: color-mix(in srgb, var(--accent) 85%, var(--ink)); }
.actions a { padding: .25rem 0; }
${more}
@media (max-width: 599px) { body { padding: 0; place-items: start stretch; } main, .wide main { width: 100%; border-width: 0 0 1px; border-radius: 0; padding: 1.5rem 1rem; } }
`;
  return [css, 200, { "content-type": "text/css; charset=utf-8" }];
}
