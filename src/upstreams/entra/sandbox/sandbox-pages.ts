import { escapeHtml } from "#shared/text/html.ts";
import { sandboxClient } from "../entra-sandbox-client.ts";
import type { SandboxAccount } from "./sandbox-accounts.ts";

const stylesheetPath = `${sandboxClient.path}/sign-in.css`;

/**
 * Returns the policy of the sandbox's pages: no scripts, one stylesheet, the site's icon, and forms to the sandbox and the
 * site.
 */
export function pagePolicy(siteOrigin: string): string {
  return `default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' ${siteOrigin}; base-uri 'none'; frame-ancestors 'none'`;
}

/** Renders the page on which a visitor chooses an account. */
export function chooserPage(accounts: SandboxAccount[], action: string): string {
  const choices = accounts.map(
    (account) =>
      `<li><button class="account" name="account" value="${escapeHtml(account.accountId)}">` +
      `<span class="avatar" aria-hidden="true">${escapeHtml(account.name.slice(0, 1))}</span>` +
      `<span class="who"><strong>${escapeHtml(account.name)}</strong><span>${escapeHtml(account.address)}</span>` +
      `<small>${escapeHtml(account.note)}</small></span></button></li>`,
  );
  return layout(
    "Choose an account",
    `<p>This is the site’s own sandbox, not Microsoft. The people below are invented, so you don’t need a password.</p>` +
      `<form method="post" action="${escapeHtml(action)}"><ul>${choices.join("")}</ul>` +
      `<button class="cancel" name="cancel" value="yes">Cancel</button></form>`,
  );
}

/** Renders a page with a message and a link back to the site. */
export function messagePage(title: string, text: string): string {
  return layout(title, `<p>${escapeHtml(text)}</p><p><a href="/">Back to the site</a></p>`);
}

function layout(title: string, body: string): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>${escapeHtml(title)} · Sandbox sign-in</title><meta name="robots" content="noindex">` +
    `<link rel="stylesheet" href="${stylesheetPath}"></head>` +
    `<body><main><p class="badge">Sandbox sign-in</p><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`
  );
}

/** Style sheet of its own, so that nobody mistakes the pages for the site's. */
export const stylesheet = `
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif;
  --ground: light-dark(#f2f2ef, #101215); --surface: light-dark(#fff, #191c21); --ink: light-dark(#15171c, #eceef2);
  --muted: light-dark(#555b66, #a8afbb); --line: light-dark(#8a8f99, #6f7784); --accent: light-dark(#1f4fd1, #93b2ff); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground); color: var(--ink); }
main { width: min(100%, 28rem); padding: 2rem; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; overflow-wrap: anywhere; }
h1 { margin: .25rem 0 .75rem; font-size: 1.5rem; line-height: 1.2; letter-spacing: -.02em; }
p { margin: 0 0 1.25rem; color: var(--muted); }
.badge { margin: 0; font-size: .8125rem; letter-spacing: .06em; text-transform: uppercase; }
ul { list-style: none; margin: 0 0 1rem; padding: 0; display: grid; gap: .75rem; }
button { font: inherit; color: inherit; cursor: pointer; border-radius: 4px; border: 1px solid var(--line); background: transparent; }
button:hover { border-color: var(--accent); background: light-dark(#e6ecfb, #1e2b4d); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); }
.account { display: flex; gap: .875rem; align-items: center; width: 100%; padding: .75rem; text-align: start; }
.avatar { flex: none; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 50%; background: #1f4fd1; color: #fff; font-weight: 650; }
.who { display: grid; min-width: 0; }
.who span, .who small { color: var(--muted); font-size: .875rem; }
.cancel { min-height: 2.5rem; padding: 0 1rem; }
@media (max-width: 599px) { body { padding: 0; place-items: start stretch; } main { width: 100%; border-width: 0 0 1px; border-radius: 0; padding: 1.5rem 1rem; } }
`;
