import { sandboxAccents, sandboxPageOf, sandboxStylesheet } from "#shared/sandbox-page.ts";
import { escapeHtml } from "#shared/text/html.ts";
import { simpleFinSandboxClient } from "../simplefin-sandbox-client.ts";
import { bridgeConnections } from "./bridge-household.ts";
import type { BridgeCondition } from "./bridge-state.ts";

const layout = sandboxPageOf({
  name: "Sandbox SimpleFIN",
  stylesheetHref: `${simpleFinSandboxClient.path}/bridge.css`,
});

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

export const bridgeStylesheet = sandboxStylesheet(
  sandboxAccents.teal,
  `label[for] { display: block; margin-bottom: .5rem; font-weight: 600; }
textarea { width: 100%; padding: .75rem; font: .875rem/1.5 ui-monospace, monospace; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 4px; resize: vertical; }`,
);
