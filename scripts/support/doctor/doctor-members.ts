import type { Settings } from "#server/settings/settings.ts";
import { ok, warn, type CheckResult } from "./doctor-report.ts";

const name = "Members";
const tenantId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const microsoftHost = "login.microsoftonline.com";
/** Issuer in the tokens of a Microsoft tenant. */
const microsoftIssuer = /^https:\/\/login\.microsoftonline\.com\/([0-9a-f-]{36})\/v2\.0$/i;
/** Domains where anyone can have an address, so allowing the whole domain allows everyone. */
const publicDomains = new Set([
  "gmail.com",
  "googlemail.com",
  "hotmail.com",
  "icloud.com",
  "live.com",
  "outlook.com",
  "proton.me",
  "yahoo.com",
]);

type MemberSettings = Pick<
  Settings,
  "ALLOWED_USERS" | "ENTRA_AUTHORITY" | "ENTRA_TENANT" | "modes" | "passkeyHost"
>;

/**
 * Checks which people ALLOWED_USERS admits, and reports entries that can't mean what their author intended
 * (docs/reference/product.md, "Roles"). The settings already refuse malformed and dangerous ones.
 */
export function checkMembers(settings: MemberSettings): CheckResult {
  const entries = settings.ALLOWED_USERS;
  const count = `${entries.length} ${entries.length === 1 ? "entry" : "entries"}`;
  if (settings.modes.entra === "sandbox") {
    const remark = entries.length === 0 ? "" : `; ALLOWED_USERS (${count}) applies to the real sign-in`;
    return ok(name, `everyone in the sandbox can use Users, Products and the finance area${remark}`);
  }
  if (entries.length === 0 && settings.passkeyHost !== null) {
    return ok(name, "the owner, and the people they invite as members");
  }
  if (entries.length === 0) {
    return warn(name, "ALLOWED_USERS is empty, so nobody can use Users, Products and the finance area");
  }
  const problems = [...entries.flatMap((entry) => entryProblem(entry, settings)), ...duplicates(entries)];
  return problems.length === 0
    ? ok(name, `ALLOWED_USERS has ${count}`)
    : warn(name, `ALLOWED_USERS has ${count}, some of which look wrong`, problems);
}

function entryProblem(entry: string, { ENTRA_AUTHORITY, ENTRA_TENANT }: MemberSettings): string[] {
  const isMicrosoft = new URL(ENTRA_AUTHORITY).hostname === microsoftHost;
  const cut = entry.lastIndexOf("/");
  const scope = tenantId.test(entry) ? entry : entry.slice(0, Math.max(cut, 0));
  const address = tenantId.test(entry) ? "" : entry.slice(cut + 1);
  const domain = address.startsWith("@") ? address.slice(1).toLowerCase() : null;
  if (domain !== null && publicDomains.has(domain)) {
    return [`${entry}: anyone can have an address at ${domain}, so this lets everyone in`];
  }
  if (scope === "") return [];
  if (tenantId.test(scope)) return tenantProblem(entry, scope, isMicrosoft, ENTRA_TENANT);
  const ofMicrosoft = microsoftIssuer.exec(scope)?.[1];
  if (ofMicrosoft !== undefined) return tenantProblem(entry, ofMicrosoft, isMicrosoft, ENTRA_TENANT);
  if (isMicrosoft) return [`${entry}: ${scope} isn't a tenant ID, so this lets nobody in`];
  const sameIssuer = withoutSlash(scope) === withoutSlash(ENTRA_AUTHORITY);
  return sameIssuer ? [] : [`${entry}: people come from ${ENTRA_AUTHORITY}, so this lets nobody in`];
}

function tenantProblem(entry: string, scope: string, isMicrosoft: boolean, tenant: string): string[] {
  if (!isMicrosoft) return [`${entry}: only Microsoft has tenants, so this lets nobody in`];
  const isOther = tenantId.test(tenant) && tenant.toLowerCase() !== scope.toLowerCase();
  return isOther ? [`${entry}: ENTRA_TENANT is ${tenant}, so this lets nobody in`] : [];
}

function duplicates(entries: string[]): string[] {
  const lower = entries.map((entry) => entry.toLowerCase());
  const again = lower.filter((entry, index) => lower.indexOf(entry) !== index);
  return [...new Set(again)].map((entry) => `${entry}: listed more than once`);
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, "").toLowerCase();
}
