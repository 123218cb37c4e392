import { escapeHtml } from "#shared/text/html.ts";
import { policyOrigins } from "#shared/sibling-origins.ts";
import { simpleFinSandboxClient } from "../simplefin-sandbox-client.ts";
import { bridgeConnections } from "./bridge-household.ts";
import type { BridgeCondition } from "./bridge-state.ts";

/** Returns the policy of the sandbox's pages: no scripts, one stylesheet, the site's icon, and forms to the sandbox. */
export function bridgePolicy(siteOrigins: readonly string[]): string {
  return `default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' ${policyOrigins(siteOrigins).join(" ")}; base-uri 'none'; frame-ancestors 'none'`;
}

const invented =
  "This is the site’s own sandbox, not SimpleFIN. The banks and the money are invented, and it costs nothing.";

const conditionNotes: Record<BridgeCondition, [label: string, note: string]> = {
  none: ["Everything works", "Two banks with 200 days of transactions."],
  "sign-in": ["A bank wants a new sign-in", "After 20 seconds, one of the two banks has to be repaired."],
  incomplete: ["An account is incomplete", "Transactions of the savings account are missing."],
  renumbering: ["Transactions are renumbered", "Every day, all transactions get new IDs."],
  "version-1": ["An older server", "Answers in version 1 of the protocol."],
  unpaid: ["The subscription has ended", "Answers that a payment is required."],
  busy: ["Too many calls", "Refuses calls until tomorrow."],
  down: ["The server is down", "Answers with errors."],
  revoked: ["Access is revoked", "Accepts the token, but no later call."],
};

/** Renders the page on which a person makes a setup token. */
export function createPage(): string {
  const choices = Object.entries(conditionNotes).map(
    ([condition, [label, note]]) =>
      `<li><label class="choice"><input type="radio" name="condition" value="${condition}"${condition === "none" ? " checked" : ""}>` +
      `<span class="what"><strong>${escapeHtml(label)}</strong><span>${escapeHtml(note)}</span></span></label></li>`,
  );
  return layout(
    "Make a setup token",
    `<p>${invented}</p><form method="post" action="${simpleFinSandboxClient.createPath}">` +
      `<fieldset><legend>How should it behave?</legend><ul>${choices.join("")}</ul></fieldset>` +
      `<div class="actions"><button class="main">Make a token</button></div></form>`,
  );
}

/** Renders the page with a new setup token. */
export function tokenPage(setupToken: string): string {
  return layout(
    "Your setup token",
    `<p>Copy this token and paste it on the site’s Accounts page. It works once.</p>` +
      `<label for="token">Setup token</label><textarea id="token" readonly rows="4">${escapeHtml(setupToken)}</textarea>`,
  );
}

/** Renders the page on which a person signs in to a bank again. */
export function banksPage(waiting: number): string {
  const { name } = bridgeConnections.harborstone;
  const rest =
    waiting === 0
      ? "<p>All banks are connected.</p>"
      : `<p>${escapeHtml(name)} wants you to sign in again.</p>` +
        `<form method="post" action="${simpleFinSandboxClient.banksPath}"><div class="actions"><button class="main">Sign in to ${escapeHtml(name)}</button></div></form>`;
  return layout("Your banks", `<p>${invented}</p>${rest}`);
}

function layout(title: string, body: string): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>${escapeHtml(title)} · Sandbox SimpleFIN</title><meta name="robots" content="noindex">` +
    `<link rel="stylesheet" href="${simpleFinSandboxClient.path}/bridge.css"></head>` +
    `<body><main><p class="badge">Sandbox SimpleFIN</p><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`
  );
}

/** Style sheet of its own, so that nobody mistakes the pages for the site's. */
export const bridgeStylesheet = `
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif;
  --ground: light-dark(#f2f2ef, #101215); --surface: light-dark(#fff, #191c21); --ink: light-dark(#15171c, #eceef2);
  --muted: light-dark(#555b66, #a8afbb); --line: light-dark(#8a8f99, #6f7784); --accent: light-dark(#0f6b57, #6fd3ba);
  --tint: light-dark(#e2f2ee, #17352e); --on-accent: light-dark(#fff, #10131a); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground); color: var(--ink); }
main { width: min(100%, 30rem); padding: 2rem; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; overflow-wrap: anywhere; }
h1 { margin: .25rem 0 .75rem; font-size: 1.5rem; line-height: 1.2; letter-spacing: -.02em; }
p { margin: 0 0 1.25rem; color: var(--muted); }
.badge { margin: 0; font-size: .8125rem; letter-spacing: .06em; text-transform: uppercase; }
ul { list-style: none; margin: 0 0 1rem; padding: 0; display: grid; gap: .75rem; }
fieldset { margin: 0 0 1rem; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; margin-bottom: .5rem; font-weight: 600; }
.choice { display: flex; gap: .875rem; align-items: center; padding: .75rem; border: 1px solid var(--line); border-radius: 4px; cursor: pointer; }
.choice:hover { border-color: var(--accent); background: var(--tint); }
.choice input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--accent); }
.what { display: grid; min-width: 0; }
.what span { color: var(--muted); font-size: .875rem; }
label[for] { display: block; margin-bottom: .5rem; font-weight: 600; }
textarea { width: 100%; padding: .75rem; font: .875rem/1.5 ui-monospace, monospace; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 4px; resize: vertical; }
.main { font: inherit; font-weight: 600; min-height: 2.5rem; padding: 0 1rem; color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: 4px; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 599px) { body { padding: 0; place-items: start stretch; } main { width: 100%; border-width: 0 0 1px; border-radius: 0; padding: 1.5rem 1rem; } }
`;
