import { gitHubSandboxClient } from "../../sandbox-client.ts";
import { avatarSvg } from "./avatar.ts";
import { messageBody, sandboxAccents, sandboxPageOf, sandboxStylesheet } from "#shared/sandbox-page.ts";
import { escapeHtml } from "#shared/text/html.ts";
import type { SandboxPerson } from "./people.ts";

const { path } = gitHubSandboxClient;

/** Renders a page of the invented web site; `body` is HTML. */
export const layout = sandboxPageOf({ name: "Sandbox of GitHub", stylesheetHref: `${path}/pages.css` });

/** Renders the page on which a visitor chooses an account and grants or denies access. */
export function authorizePage(people: SandboxPerson[], fields: Record<string, string>): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const choices = people.map(
    (person, index) =>
      `<li><label class="choice"><input type="radio" name="account" value="${escapeHtml(person.login)}"${index === 0 ? " checked" : ""}>` +
      `<img src="data:image/svg+xml;base64,${Buffer.from(avatarSvg(person)).toString("base64")}" alt="" width="40" height="40">` +
      `<span class="what"><strong>${escapeHtml(person.name)}</strong><span>${escapeHtml(person.login)}</span></span></label></li>`,
  );
  const scopes = (fields["scope"] ?? "").split(/[\s,]+/).filter((scope) => scope !== "");
  const access = scopes.length === 0 ? "to read public data only" : scopes.join(", ");
  return layout(
    "Authorize Folio",
    `<p>This is the site’s own sandbox, not GitHub. The people below are invented, so you don’t need a password.</p>` +
      `<form method="post" action="${path}/login/oauth/authorize">${hidden.join("")}` +
      `<fieldset><legend>Link which account?</legend><ul>${choices.join("")}</ul></fieldset>` +
      `<p>Folio wants ${escapeHtml(access)}.</p>` +
      `<div class="actions"><button class="main" name="decision" value="authorize">Authorize</button>` +
      `<button name="decision" value="cancel">Cancel</button></div></form>`,
  );
}

/** Renders a page with a message and a link back to the site. */
export function messagePage(title: string, text: string): string {
  return layout(title, messageBody(text));
}

export const stylesheet = sandboxStylesheet(
  sandboxAccents.green,
  `pre { overflow-x: auto; margin: 0; font: .8125rem/1.6 ui-monospace, monospace; overflow-wrap: normal; tab-size: 4; counter-reset: line; }
pre a { display: block; color: inherit; text-decoration: none; min-height: 1.6em; }
pre a::before { counter-increment: line; content: counter(line); display: inline-block; width: 4ch; margin-inline-end: 2ch; text-align: end; color: var(--muted); }
pre a:target { background: light-dark(#fff1b8, #4d3f00); }`,
);
