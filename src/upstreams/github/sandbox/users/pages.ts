import { gitHubSandboxClient } from "../../sandbox-client.ts";
import { avatarSvg } from "./avatar.ts";
import { policyOrigins } from "#shared/sibling-origins.ts";
import { escapeHtml } from "#shared/text/html.ts";
import type { SandboxPerson } from "./people.ts";

const { path } = gitHubSandboxClient;

/** Returns the policy of the sandbox's pages: no scripts, one stylesheet, own pictures, and forms to the sandbox and the site. */
export function pagePolicy(siteOrigins: string[]): string {
  return `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self' ${policyOrigins(siteOrigins).join(" ")}; base-uri 'none'; frame-ancestors 'none'`;
}

/** Renders the page on which a visitor chooses an account and grants or denies access. */
export function authorizePage(people: SandboxPerson[], fields: Record<string, string>): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const choices = people.map(
    (person, index) =>
      `<li><label class="account"><input type="radio" name="account" value="${escapeHtml(person.login)}"${index === 0 ? " checked" : ""}>` +
      `<img src="data:image/svg+xml;base64,${Buffer.from(avatarSvg(person)).toString("base64")}" alt="" width="40" height="40">` +
      `<span class="who"><strong>${escapeHtml(person.name)}</strong><span>${escapeHtml(person.login)}</span></span></label></li>`,
  );
  const scopes = (fields["scope"] ?? "").split(/[\s,]+/).filter((scope) => scope !== "");
  const access = scopes.length === 0 ? "to read public data only" : scopes.join(", ");
  return layout(
    "Authorize Folio",
    `<p>This is the site’s own sandbox, not GitHub. The people below are invented, so you don’t need a password.</p>` +
      `<form method="post" action="${path}/login/oauth/authorize">${hidden.join("")}` +
      `<fieldset><legend>Link which account?</legend><ul>${choices.join("")}</ul></fieldset>` +
      `<p>Folio wants ${escapeHtml(access)}.</p>` +
      `<p class="actions"><button class="primary" name="decision" value="authorize">Authorize</button>` +
      `<button name="decision" value="cancel">Cancel</button></p></form>`,
  );
}

/** Renders a page with a message and a link back to the site. */
export function messagePage(title: string, text: string): string {
  return layout(title, `<p>${escapeHtml(text)}</p><p><a href="/">Back to the site</a></p>`);
}

/** Renders a page of the invented web site; `body` is HTML. */
export function layout(title: string, body: string, width: "narrow" | "wide" = "narrow"): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>${escapeHtml(title)} · Sandbox of GitHub</title><meta name="robots" content="noindex">` +
    `<link rel="stylesheet" href="${path}/pages.css"></head>` +
    `<body class="${width}"><main><p class="badge">Sandbox of GitHub</p><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`
  );
}

/** Style sheet of its own, so that nobody mistakes the pages for the site's. */
export const stylesheet = `
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif;
  --ground: light-dark(#f2f2ef, #101215); --surface: light-dark(#fff, #191c21); --ink: light-dark(#15171c, #eceef2);
  --muted: light-dark(#555b66, #a8afbb); --line: light-dark(#8a8f99, #6f7784); --accent: light-dark(#1a6b3c, #7bd4a0); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground); color: var(--ink); }
main { width: min(100%, 28rem); padding: 2rem; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; overflow-wrap: anywhere; }
.wide { place-items: start center; }
.wide main { width: min(100%, 64rem); }
h1 { margin: .25rem 0 .75rem; font-size: 1.5rem; line-height: 1.2; letter-spacing: -.02em; }
p { margin: 0 0 1.25rem; color: var(--muted); }
.badge { margin: 0; font-size: .8125rem; letter-spacing: .06em; text-transform: uppercase; }
fieldset { border: 0; margin: 0 0 1rem; padding: 0; }
legend { padding: 0; margin-bottom: .5rem; font-weight: 600; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem; }
.wide ul { gap: .25rem; }
button { font: inherit; color: inherit; cursor: pointer; min-height: 2.75rem; padding: 0 1.25rem; border-radius: 4px; border: 1px solid var(--line); background: transparent; }
button.primary { border-color: var(--accent); background: light-dark(#1a6b3c, #14502d); color: #fff; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); }
.account { display: flex; gap: .875rem; align-items: center; padding: .75rem; border: 1px solid var(--line); border-radius: 4px; cursor: pointer; }
.account:has(:checked) { border-color: var(--accent); }
.account img { border-radius: 50%; }
.who { display: grid; min-width: 0; }
.who span { color: var(--muted); font-size: .875rem; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin: 0; }
pre { overflow-x: auto; margin: 0; font: .8125rem/1.6 ui-monospace, monospace; overflow-wrap: normal; tab-size: 4; counter-reset: line; }
pre a { display: block; color: inherit; text-decoration: none; min-height: 1.6em; }
pre a::before { counter-increment: line; content: counter(line); display: inline-block; width: 4ch; margin-inline-end: 2ch; text-align: end; color: var(--muted); }
pre a:target { background: light-dark(#fff1b8, #4d3f00); }
@media (max-width: 599px) { body { padding: 0; place-items: start stretch; } main, .wide main { width: 100%; border-width: 0 0 1px; border-radius: 0; padding: 1.5rem 1rem; } }
`;
