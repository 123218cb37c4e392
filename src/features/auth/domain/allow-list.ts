/** The part of a person that the list is held against. */
export type ListedIdentity = {
  mode: "sandbox" | "live";
  issuer: string;
  tenantId: string | null;
  /** Lower case; null where the provider vouches for none. */
  address: string | null;
};

/**
 * Whether a person is on the owner's list ALLOWED_USERS (docs/reference/product.md, "Roles"). An entry is a tenant id, or
 * `<tenant id or issuer>/address`, `<…>/@domain`; only with one fixed tenant also a bare `address` or `@domain`, because
 * elsewhere a stranger's tenant can choose the same name. An empty list lets nobody in; the sandbox lets everybody in.
 */
export function isAllowed(
  identity: ListedIdentity,
  entries: readonly string[],
  options: { fixedTenant: boolean },
): boolean {
  if (identity.mode === "sandbox") return true;
  return entries.some((entry) => matches(identity, normalise(entry), options.fixedTenant));
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
  return scope !== "" && withoutSlash(normalise(identity.issuer)) === withoutSlash(scope);
}

function matchesAddress(address: string | null, wanted: string): boolean {
  if (address === null || wanted === "") return false;
  const given = normalise(address);
  if (!wanted.startsWith("@")) return given === wanted;
  return wanted.length > 1 && given.slice(given.lastIndexOf("@")) === wanted;
}

function normalise(text: string): string {
  return text.trim().toLowerCase();
}

function withoutSlash(text: string): string {
  return text.replace(/\/+$/, "");
}
