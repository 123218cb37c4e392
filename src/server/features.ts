import { createAuthFeature } from "#features/auth/server/index.ts";
import { createBillsFeature } from "#features/bills/server/index.ts";
import { createCodeSearchFeature } from "#features/code-search/server/index.ts";
import { createContentFeature } from "#features/content/server/index.ts";
import { createGitHubFeature } from "#features/github/server/index.ts";
import { createProductsFeature } from "#features/products/server/index.ts";
import { createIdentityProvider } from "#upstreams/entra/index.ts";
import type { Kernel, ServerFeature } from "./feature.ts";

/** Where this server is: its public origin, and the address at which it reaches itself. */
export type OwnAddress = { selfOrigin: () => string; internalOrigin: () => string };

/** The features of the site, in the order in which their routes are tried. */
export function createFeatures(kernel: Kernel, address: OwnAddress) {
  const identityProvider = createIdentityProvider(kernel, address);
  const content = createContentFeature(kernel);
  const auth = createAuthFeature(kernel, { identityProvider });
  const { feature: githubFeature, github } = createGitHubFeature(kernel, address);
  const codeSearch = createCodeSearchFeature(kernel, { github });
  const bills = createBillsFeature(kernel, address);
  const features: ServerFeature[] = [
    content.feature,
    auth.feature,
    githubFeature,
    codeSearch,
    bills.feature,
    createProductsFeature(kernel),
  ];
  return {
    features,
    resolveSession: auth.resolveSession,
    content: content.content,
  };
}
