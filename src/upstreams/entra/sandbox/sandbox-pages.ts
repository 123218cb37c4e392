import { messageBody, sandboxAccents, sandboxPageOf, sandboxStylesheet } from "#shared/sandbox-page.ts";
import { escapeHtml } from "#shared/text/html.ts";
import { sandboxClient } from "../entra-sandbox-client.ts";
import type { SandboxAccount } from "./sandbox-accounts.ts";

const layout = sandboxPageOf({
  name: "Sandbox sign-in",
  stylesheetHref: `${sandboxClient.path}/sign-in.css`,
});

/** Renders the page on which a visitor chooses an account. */
export function chooserPage(accounts: SandboxAccount[], action: string): string {
  const choices = accounts.map(
    (account) =>
      `<li><button class="choice" name="account" value="${escapeHtml(account.accountId)}">` +
      `<span class="avatar" aria-hidden="true">${escapeHtml(account.name.slice(0, 1))}</span>` +
      `<span class="what"><strong>${escapeHtml(account.name)}</strong><span>${escapeHtml(account.address)}</span>` +
      `<small>${escapeHtml(account.note)}</small></span></button></li>`,
  );
  return layout(
    "Choose an account",
    `<p>This is the site’s own sandbox, not Microsoft. The people below are invented, so you don’t need a password.</p>` +
      `<form method="post" action="${escapeHtml(action)}"><ul>${choices.join("")}</ul>` +
      `<div class="actions"><button name="cancel" value="yes">Cancel</button></div></form>`,
  );
}

/** Renders a page with a message and a link back to the site. */
export function messagePage(title: string, text: string): string {
  return layout(title, messageBody(text));
}

export const stylesheet = sandboxStylesheet(sandboxAccents.blue);
