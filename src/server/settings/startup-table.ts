import type { RunningServer } from "../server.ts";
import type { Settings } from "./settings.ts";
import { shownPath, type SiteFolder } from "./site-folder.ts";

type Row = [name: string, state: string, hint: string];

/** Returns the table printed after the start: the address, and each upstream with its mode and how to switch it. */
export function startupTable(
  settings: Settings,
  folder: Pick<SiteFolder, "isSample" | "contentDir">,
  running: Pick<RunningServer, "origin">,
): string {
  const { modes } = settings;
  const rows: Row[] = [
    [
      "Site",
      folder.isSample ? "sample" : "yours",
      folder.isSample ? `\`npm run init\` creates yours in ${settings.SITE_DIR}` : `in ${settings.SITE_DIR}`,
    ],
    [
      "Database",
      settings.DATABASE_URL === undefined ? "embedded" : "Postgres",
      settings.DATABASE_URL === undefined
        ? `in ${settings.DATA_DIR}; set DATABASE_URL to use your own Postgres`
        : "",
    ],
    [
      "Content",
      settings.content === "files" ? "files" : "WordPress",
      settings.content === "files"
        ? `in ${shownPath(folder.contentDir)}; set WORDPRESS_URL to switch`
        : (settings.WORDPRESS_URL ?? ""),
    ],
    ["Sign-in", modes.entra, signInHint(settings)],
    ["GitHub", modes.github, hint(modes.github, "GITHUB_OWNER")],
    ["Congress", modes.congress, hint(modes.congress, "CONGRESS_API_KEY")],
    [
      "Banks",
      settings.bankMode,
      settings.bankMode === "live"
        ? liveBanks(settings)
        : hint("sandbox", "SIMPLEFIN_URL, or PLAID_CLIENT_ID and PLAID_SECRET"),
    ],
  ];
  const table = rows
    .map(([name, state, text]) => `  ${name.padEnd(10)}${state.padEnd(10)}${text}`.trimEnd())
    .join("\n");
  const warnings = warningsFor(settings)
    .map((warning) => `\n  ! ${warning}`)
    .join("");
  return `\n${table}\n${warnings}\n  Folio is ready: ${running.origin}\n`;
}

function liveBanks({ modes, PLAID_ENV }: Settings): string {
  const plaid = modes.plaid === "live" ? [`Plaid environment: ${PLAID_ENV}`] : [];
  return [...plaid, ...(modes.simplefin === "live" ? ["SimpleFIN"] : [])].join("; ");
}

/** Text below the table for a site without an owner; the link opens it once, within an hour. */
export function ownerLinkText(link: string): string {
  return `  The site has no owner yet. To become the owner, open this link within an hour:\n\n  ${link}\n`;
}

function signInHint({ modes, passkeyHost, ENTRA_CLIENT_ID }: Settings): string {
  if (modes.entra === "sandbox") {
    return passkeyHost === null
      ? "set PUBLIC_URL to sign in with a passkey; anyone can sign in here"
      : "anyone can sign in here until the first passkey is made";
  }
  const ways = [
    ...(ENTRA_CLIENT_ID === undefined ? [] : ["the provider"]),
    ...(passkeyHost === null ? [] : [`passkeys for ${passkeyHost}`]),
  ];
  return `with ${ways.join(" and ")}`;
}

function hint(mode: "sandbox" | "live", names: string): string {
  if (mode === "live") return "";
  return `set ${names} to go live`;
}

function warningsFor(settings: Settings): string[] {
  return [
    ...(settings.modes.entra === "live" &&
    settings.passkeyHost === null &&
    settings.ALLOWED_USERS.length === 0
      ? ["ALLOWED_USERS is empty, so nobody can use the private area.\n"]
      : []),
    ...(settings.modes.github === "live" &&
    settings.GITHUB_TOKEN === undefined &&
    settings.CODE_INDEX === "off"
      ? ["GITHUB_TOKEN is unset, so code search works only for visitors who link their own GitHub account.\n"]
      : []),
  ];
}
