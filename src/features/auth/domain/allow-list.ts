/** Identity to check against the list. */
export type ListedIdentity = {
  mode: "sandbox" | "live";
  issuer: string;
  tenantId: string | null;
  /** In lower case; null if the provider confirms none. */
  address: string | null;
};

/**
 * Returns whether a person is on the owner's list ALLOWED_USERS (docs/reference/product.md, "Roles"). An entry is a
 * tenant id, `<tenant id or issuer>/address`, or `<…>/@domain`. A bare `address` or `@domain` is valid only with one fixed
 * tenant, since any other tenant could choose the same name. An empty list lets nobody in; the sandbox lets everyone in.
 */
export function isAllowed(
  identity: ListedIdentity,
  entries: readonly string[],
  options: { fixedTenant: boolean },
): boolean {
  if (identity.mode === "sandbox") return true;
  return entries.some((entry) => matches(identity, normalize(entry), options.fixedTenant));
}

const tenantIdPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function matches(identity: ListedIdentity, entry: string, fixedTenant: boolean): boolean {
  if (tenantIdPattern.test(entry)) return identity.tenantId === entry;
  const cut = entry.lastIndexOf("/");
  if (cut < 0) return fixedTenant && matchesAddress(identity.address, entry);
  return (
    matchesScope(identity, entry.slice(0, cut)) && matchesAddress(identity.address, entry.slice(cut + 1))
  );
}

function matchesScope(identity: ListedIdentity, scope: string): boolean {
  if (tenantIdPattern.test(scope)) return identity.tenantId === scope;
  return scope !== "" && withoutSlash(normalize(identity.issuer)) === withoutSlash(scope);
}

function matchesAddress(address: string | null, listed: string): boolean {
  if (address === null || listed === "") return false;
  const given = normalize(address);
  if (!listed.startsWith("@")) return given === listed;
  return listed.length > 1 && given.slice(given.lastIndexOf("@")) === listed;
}

function normalize(text: string): string {
  return text.trim().toLowerCase();
}

function withoutSlash(text: string): string {
  return text.replace(/\/+$/, "");
}
