import { messageBody, sandboxPageOf } from "#shared/sandbox-page.ts";
import { escapeHtml } from "#shared/text/html.ts";
import { plaidSandboxClient } from "../../plaid-sandbox-client.ts";
import {
  bankIds,
  sandboxBanks,
  sandboxPeople,
  type SandboxAccount,
  type SandboxBank,
  type SandboxPerson,
} from "../sandbox-banks.ts";
import { behaviors, type Behavior } from "../sandbox-tokens.ts";

const layout = sandboxPageOf({
  name: "Sandbox bank",
  stylesheetHref: `${plaidSandboxClient.linkPath}.css`,
});

/** Values that all steps of a visit carry along, including the address of Cancel. */
export type LinkFrame = { linkToken: string; cancelHref: string };

const invented =
  "This is the site’s own sandbox, not Plaid. The banks, people, and money are invented, so you don’t need a password.";

/** Renders the first step: the choice of a bank. */
export function banksPage(frame: LinkFrame): string {
  const choices = sandboxBanks.map(
    (bank) =>
      `<li><button class="choice" name="bank" value="${bank.id}">${bankSign(bank)}` +
      `<span class="what"><strong>${escapeHtml(bank.name)}</strong><span>${escapeHtml(bank.note)}</span></span></button></li>`,
  );
  return layout(
    "Choose a bank",
    `<p>${invented}</p>` +
      `<form method="get">${hidden({ link_token: frame.linkToken })}<ul>${choices.join("")}</ul></form>` +
      `<div class="actions">${cancelLink(frame)}</div>`,
    { step: "Step 1 of 4" },
  );
}

/** Renders the second step: the login. A typed user name may also set the bank's behavior. */
export function peoplePage(frame: LinkFrame, bank: SandboxBank, wrongName: string | null): string {
  const carried = hidden({ link_token: frame.linkToken, bank: bank.id });
  const choices = sandboxPeople.map(
    (person) =>
      `<li><button class="choice" name="user" value="${person.id}">` +
      `<span class="avatar" aria-hidden="true">${escapeHtml(person.name.slice(0, 1))}</span>` +
      `<span class="what"><strong>${escapeHtml(person.name)}</strong><small>${escapeHtml(person.note)}</small></span></button></li>`,
  );
  const endings = behaviors.map(
    (behavior) => `<div><dt><code>-${behavior}</code></dt><dd>${behaviorNotes[behavior]}</dd></div>`,
  );
  return layout(
    `Who’s signing in to ${bank.name}?`,
    `<p>${invented}</p>` +
      `<form method="get">${carried}<ul>${choices.join("")}</ul></form>` +
      `<details${wrongName === null ? "" : " open"}><summary>Enter a user name</summary>` +
      `<form method="get" class="named">${carried}<label for="user">User name</label>` +
      `<div>${nameField(wrongName)}<button>Continue</button></div>` +
      `<p id="endings"><code>avery</code> or <code>morgan</code>, optionally followed by a way to make the bank misbehave:</p>` +
      `<dl>${endings.join("")}</dl></form></details>` +
      `<div class="actions">${backLink(frame, {}, "Another bank")}${cancelLink(frame)}</div>`,
    { step: "Step 2 of 4" },
  );
}

function nameField(wrongName: string | null): string {
  const common =
    'type="text" id="user" name="user" autocomplete="off" autocapitalize="none" spellcheck="false" required';
  if (wrongName === null) return `<input ${common} aria-describedby="endings">`;
  return (
    `<p class="wrong" id="wrong" role="alert">The bank has no user named “${escapeHtml(wrongName)}”.</p>` +
    `<input ${common} value="${escapeHtml(wrongName)}" aria-invalid="true" aria-describedby="wrong endings">`
  );
}

const behaviorNotes: Record<Behavior, string> = {
  slow: "Every response takes four seconds.",
  "rate-limited": "Transactions fail with too many requests.",
  "error-500": "Accounts and transactions fail.",
  empty: "There are no transactions.",
  importing: "The first transactions arrive after five minutes.",
  ready: "All transactions are there at once.",
  expiring: "Access expires in five days.",
  revoked: "Access is revoked soon.",
  "new-accounts": "The bank opens another account soon, which isn’t shared yet.",
};

export type LinkChoices = { bank: SandboxBank; person: SandboxPerson; userName: string };

/** Renders the third step: the accounts to share. */
export function accountsPage(
  frame: LinkFrame,
  { bank, person, userName }: LinkChoices,
  accounts: readonly SandboxAccount[],
  isNoneChosen: boolean,
): string {
  return layout(
    "Which accounts do you want to share?",
    `<p>${escapeHtml(person.name)} at ${escapeHtml(bank.name)}.</p>` +
      `<form method="get">${hidden({ link_token: frame.linkToken, bank: bank.id, user: userName })}` +
      accountChoices(accounts, isNoneChosen ? [] : accounts.map(({ key }) => key), isNoneChosen) +
      `<div class="actions"><button class="main" name="step" value="confirm">Continue</button>` +
      `${backLink(frame, { bank: bank.id }, "Somebody else")}${cancelLink(frame)}</div></form>`,
    { step: "Step 3 of 4" },
  );
}

/** Renders the last step: a summary of what will be shared. */
export function confirmPage(
  frame: LinkFrame,
  { bank, person, userName }: LinkChoices,
  accounts: readonly SandboxAccount[],
): string {
  const shared = accounts.map((account) => `<li>${escapeHtml(accountText(account))}</li>`).join("");
  const fields = { link_token: frame.linkToken, bank: bank.id, user: userName };
  const keys = accounts.map(({ key }) => hidden({ account: key })).join("");
  return layout(
    "Share these accounts?",
    `<p>The site can see their names, balances, and transactions until you unlink the bank.</p>` +
      `<dl><div><dt>Bank</dt><dd>${escapeHtml(bank.name)}</dd></div>` +
      `<div><dt>Signed in as</dt><dd>${escapeHtml(person.name)}${userName === person.id ? "" : ` (<code>${escapeHtml(userName)}</code>)`}</dd></div>` +
      `<div><dt>Accounts</dt><dd><ul>${shared}</ul></dd></div></dl>` +
      `<form method="post" action="${plaidSandboxClient.linkPath}">${hidden(fields)}${keys}` +
      `<div class="actions"><button class="main">Share and return</button>` +
      `${backLink(frame, { bank: bank.id, user: userName }, "Other accounts")}${cancelLink(frame)}</div></form>`,
    { step: "Step 4 of 4" },
  );
}

/** Renders update mode: the person logs in again, and may choose accounts again. */
export function repairPage(
  frame: LinkFrame,
  { bank, person }: Omit<LinkChoices, "userName">,
  selection: { accounts: readonly SandboxAccount[]; shared: readonly string[]; isNoneChosen: boolean } | null,
): string {
  const choices =
    selection === null ? "" : accountChoices(selection.accounts, selection.shared, selection.isNoneChosen);
  return layout(
    selection === null ? `Repair the link to ${bank.name}` : `Choose accounts at ${bank.name}`,
    `<p>${invented}</p><p>${escapeHtml(bank.name)} wants ${escapeHtml(person.name)} to sign in again.</p>` +
      `<form method="post" action="${plaidSandboxClient.linkPath}">${hidden({ link_token: frame.linkToken })}${choices}` +
      `<div class="actions"><button class="main">Sign in and return</button>${cancelLink(frame)}</div></form>`,
  );
}

/** Renders a page with a message and a link back to the site. */
export function linkMessagePage(title: string, text: string, href: string): string {
  return layout(title, messageBody(text, href));
}

function accountChoices(
  accounts: readonly SandboxAccount[],
  chosen: readonly string[],
  isNoneChosen: boolean,
): string {
  const boxes = accounts.map(
    (account) =>
      `<li><label class="choice"><input type="checkbox" name="account" value="${account.key}"${chosen.includes(account.key) ? " checked" : ""}>` +
      `<span class="what"><strong>${escapeHtml(account.name)}</strong><small>${escapeHtml(accountDetail(account))}</small></span></label></li>`,
  );
  const wrong = isNoneChosen
    ? `<p class="wrong" id="wrong" role="alert">Choose at least one account.</p>`
    : "";
  const described = isNoneChosen ? ' aria-describedby="wrong"' : "";
  return `<fieldset${described}><legend>Accounts</legend>${wrong}<ul>${boxes.join("")}</ul></fieldset>`;
}

function accountText(account: SandboxAccount): string {
  return `${account.name}, ${accountDetail(account)}`;
}

function accountDetail({ subtype, mask, currency }: SandboxAccount): string {
  const words = subtype === "cd" ? "certificate of deposit" : subtype;
  return `${words} ending in ${mask}, ${currency}`;
}

function bankSign(bank: SandboxBank): string {
  const kind = bank.id === bankIds.repair ? " repair" : bank.id === bankIds.down ? " down" : "";
  return `<span class="avatar${kind}" aria-hidden="true">${escapeHtml(bank.name.slice(0, 1))}</span>`;
}

function cancelLink({ cancelHref }: LinkFrame): string {
  return `<a href="${escapeHtml(cancelHref)}">Cancel</a>`;
}

function backLink({ linkToken }: LinkFrame, fields: Record<string, string>, text: string): string {
  const query = new URLSearchParams({ link_token: linkToken, ...fields });
  return `<a href="${escapeHtml(`${plaidSandboxClient.linkPath}?${query.toString()}`)}">${text}</a>`;
}

function hidden(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join("");
}
