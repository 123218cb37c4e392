import { createIdentityProvider, type IdentityProvider } from "#upstreams/entra/index.ts";

/** Creates the identity provider of these settings, which must name one. */
export function providerOf(...given: Parameters<typeof createIdentityProvider>): IdentityProvider {
  const provider = createIdentityProvider(...given);
  if (provider === null) throw new Error("These settings have no identity provider.");
  return provider;
}
