import { createAuthFeature } from "#features/auth/server/index.ts";
import { createBillsFeature } from "#features/bills/server/index.ts";
import { createBudgetsFeature, requestDraft } from "#features/budgets/server/index.ts";
import { createCodeSearchFeature } from "#features/code-search/server/index.ts";
import { createContentFeature } from "#features/content/server/index.ts";
import { createGitHubFeature } from "#features/github/server/index.ts";
import { createHouseholdFeature } from "#features/household/server/index.ts";
import { createImportsFeature } from "#features/imports/server/index.ts";
import { createIncomeFeature } from "#features/income/server/index.ts";
import { createInstitutionsFeature } from "#features/institutions/server/index.ts";
import { createOverviewFeature } from "#features/overview/server/index.ts";
import { createPersonalDataFeature } from "#features/personal-data/server/index.ts";
import { createProductsFeature } from "#features/products/server/index.ts";
import { createReportsFeature } from "#features/reports/server/index.ts";
import { createTransactionsFeature, sortManualLedgers } from "#features/transactions/server/index.ts";
import { createIdentityProvider } from "#upstreams/entra/index.ts";
import { createPlaidBank } from "#upstreams/plaid/index.ts";
import { createSimpleFin } from "#upstreams/simplefin/index.ts";
import type { Kernel, ServerFeature } from "./feature.ts";
import type { UpstreamModeChange } from "./upstreams/upstream-modes.ts";
import { createHttpClient } from "./upstreams/http-client.ts";
import { createPublicFetch } from "./upstreams/public-fetch.ts";
import { createJobs } from "./jobs/jobs.ts";
import { fetchWithOwnSandboxes, type OwnAddress } from "./upstreams/own-sandbox.ts";

/** Creates the site's features, in the order in which their routes are tried. */
export function createFeatures(outer: Kernel, address: OwnAddress) {
  const kernel = { ...outer, fetch: fetchWithOwnSandboxes(outer.fetch, outer, address) };
  const jobs = createJobs(kernel, { bus: kernel.bus });
  const identityProvider = createIdentityProvider(kernel, address);
  const content = createContentFeature(kernel);
  const auth = createAuthFeature(kernel, { identityProvider, jobs });
  const { feature: githubFeature, github } = createGitHubFeature(kernel, address, { jobs });
  const codeSearch = createCodeSearchFeature(kernel, { github, jobs });
  const bills = createBillsFeature(kernel, address, { jobs });
  const institutions = createInstitutionsFeature(kernel, address, {
    jobs,
    bank: createPlaidBank({ http: httpOf(kernel, "plaid"), ...kernel }, address),
    simpleFin: createSimpleFinOf(kernel, address),
    onImport: (tx, userId) => requestDraft(tx, { userId, mode: kernel.settings.bankMode }, jobs),
  });
  const budgets = createBudgetsFeature(kernel, { accessItems: institutions.accessItemViews, jobs });
  const income = createIncomeFeature(kernel, { ...auth, jobs });
  const features: ServerFeature[] = [
    content.feature,
    auth.feature,
    githubFeature,
    codeSearch.feature,
    bills.feature,
    createProductsFeature(kernel, { jobs }),
    institutions.feature,
    createTransactionsFeature(kernel, { jobs }).feature,
    createImportsFeature(kernel, { jobs }),
    budgets.feature,
    income.feature,
    createOverviewFeature(kernel, { ...budgets, ...income, accessItems: institutions.accessItemViews }),
    createReportsFeature(kernel),
    createHouseholdFeature(kernel, { ...auth, jobs }),
    createPersonalDataFeature(kernel, {
      jobs,
      banks: institutions.linkEndings,
      github: github.links,
      findPerson: auth.findPerson,
    }),
  ];
  return {
    features,
    resolveSession: auth.resolveSession,
    content: content.content,
    jobs,
    /** Does what follows from changes between sandbox and live. */
    onModeChanges: async (changes: readonly UpstreamModeChange[]) => {
      const isOfBanks = ({ upstream, from }: UpstreamModeChange) =>
        (upstream === "plaid" || upstream === "simplefin") && from !== null;
      if (changes.some(isOfBanks)) await sortManualLedgers(kernel, jobs);
    },
  };
}

function httpOf(kernel: Kernel, upstream: "plaid" | "simplefin") {
  return createHttpClient({ ...kernel, userAgent: `Folio (${kernel.site.domain})`, upstream });
}

/** Creates access to SimpleFIN servers. People choose their addresses, so live ones are reached by a guarded fetch only. */
function createSimpleFinOf(kernel: Kernel, address: OwnAddress) {
  const mode = kernel.settings.bankMode;
  const fetch = mode === "live" ? createPublicFetch() : kernel.fetch;
  return createSimpleFin({ http: httpOf({ ...kernel, fetch }, "simplefin"), mode }, address);
}
