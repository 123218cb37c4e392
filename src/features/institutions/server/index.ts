import { defineFeature, type Kernel, type ServerFeature } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { createRateLimiter } from "#server/limits/rate-limit.ts";
import type { OwnAddress } from "#server/upstreams/own-sandbox.ts";
import { createWebhookVerifier, type PlaidBank } from "#upstreams/plaid/index.ts";
import type { SimpleFinServer } from "#upstreams/simplefin/index.ts";
import { institutionsContract } from "../contract.ts";

import { createAccessItemViews, type ReadAccessItems } from "./access-item-views.ts";
import { AccessItems } from "./access-items.ts";
import { setAccountType } from "./account-type.ts";
import { createBankAddress } from "./linking/bank-address.ts";
import { toApiError } from "./sync/bank-failures.ts";
import { BankLinks } from "./linking/bank-links.ts";
import { measureBanks } from "./bank-metrics.ts";
import { registerBankWork } from "./sync/bank-work.ts";
import { ItemRemoval } from "./item-removal.ts";
import { ItemStore } from "./item-store.ts";
import { ItemSync } from "./sync/item-sync.ts";
import type { OnImport } from "./sync/sync-store.ts";
import { LinkEndings } from "./linking/link-endings.ts";
import { LinkStore } from "./linking/link-store.ts";
import { manualHandlers } from "./manual/manual-handlers.ts";
import { PendingLinkStore } from "./linking/pending-link-store.ts";
import { createPlaidSource } from "./sources/plaid-source.ts";
import { createSimpleFinSource } from "./sources/simplefin-source.ts";
import { WebhookHandler } from "./webhooks/webhook-handler.ts";
import { WebhookInbox } from "./webhooks/webhook-inbox.ts";
import { mountBankWebhook } from "./webhooks/webhook-route.ts";

export type { ReadAccessItems } from "./access-item-views.ts";
export { bankPauseMs } from "./sync/bank-pause.ts";
export type { LinkEndings } from "./linking/link-endings.ts";
export { resealBankTokens } from "./linking/token-rotation.ts";

export type InstitutionsFeature = {
  feature: ServerFeature;
  /** Reads a person's banks inside their transaction (`asUser`). */
  accessItemViews: ReadAccessItems;
  /** Ends all links of a person who deletes their data. */
  linkEndings: LinkEndings;
};

type FeatureOptions = {
  bank: PlaidBank;
  simpleFin: SimpleFinServer;
  jobs: Jobs;
  /** Runs in the transaction of a sync that brought rows during the first day of a link. */
  onImport: OnImport;
};

/** Creates the feature of linked banks: linking, repair, sync, webhooks, unlinking. */
export function createInstitutionsFeature(
  kernel: Kernel,
  ownAddress: OwnAddress,
  { bank, simpleFin, jobs, onImport }: FeatureOptions,
): InstitutionsFeature {
  const address = createBankAddress(kernel, ownAddress);
  const accessItemViews = createAccessItemViews(kernel);
  const items = new ItemStore({ kernel, jobs });
  const pendings = new PendingLinkStore(kernel, jobs);
  const inbox = new WebhookInbox(kernel, jobs);
  const metrics = measureBanks(kernel, () => items.countStates());
  const sources = {
    plaid: createPlaidSource({ kernel, bank, address, items }),
    simplefin: createSimpleFinSource({ kernel, server: simpleFin }),
  };
  const removal = new ItemRemoval({ kernel, sources, items, pendings });
  registerBankWork({
    kernel,
    jobs,
    items,
    pendings,
    inbox,
    sync: new ItemSync({ kernel, sources, items, metrics, onImport }),
    removal,
    webhooks: new WebhookHandler({ kernel, bank, items, inbox, metrics }),
  });
  const accessItems = new AccessItems({
    kernel,
    bank,
    sources,
    address,
    items,
    jobs,
    views: accessItemViews,
  });
  const links = new BankLinks({
    kernel,
    sources,
    address,
    links: new LinkStore({ kernel, jobs, pendings }),
    pendings,
    readItems: (userId, ids) => accessItems.list(userId, ids),
  });
  const verifier = createWebhookVerifier({ bank, now: kernel.now });
  const limiter = createRateLimiter(kernel, "bank webhooks");
  const feature = defineFeature({
    name: "institutions",
    contract: institutionsContract,
    handlers: {
      ...manualHandlers(kernel, (userId, id) => accessItems.remove(userId, id, { keepHistory: false })),
      getUserAccessItems: (_input, { session }) => accessItems.list(session.userId),
      getUserAccessItem: ({ userAccessItemId }, { session }) =>
        accessItems.view(session.userId, userAccessItemId),
      getAccessItemUsage: ({ institutionAccessItemId }, { session }) =>
        accessItems.usage(session.userId, institutionAccessItemId),
      createFinancialLinkToken: (input, { session, signal }) =>
        callBank(accessItems.createLinkToken(session.userId, input, signal)),
      setInstitutionAccessToken: (input, { session }) => callBank(links.complete(session.userId, input)),
      linkSimpleFin: ({ setupToken: token }, { session }) =>
        callBank(links.link(session.userId, { source: "simplefin", token })),
      discardPendingLink: ({ pendingLinkId }, { session }) => pendings.discard(session.userId, pendingLinkId),
      repairedAccessItem: ({ institutionAccessItemId }, { session, signal }) =>
        callBank(accessItems.repaired(session.userId, institutionAccessItemId, signal)),
      syncAccessItem: ({ institutionAccessItemId }, { session }) =>
        accessItems.refresh(session.userId, institutionAccessItemId),
      setAccountType: (input, { session }) => setAccountType(kernel, session.userId, input),
      removeAccessItem: ({ institutionAccessItemId, keepHistory }, { session }) =>
        accessItems.remove(session.userId, institutionAccessItemId, { keepHistory }),
    },
    routes: (app) => mountBankWebhook(app, { kernel, verifier, inbox, metrics, limiter }),
  });
  return { feature, accessItemViews, linkEndings: new LinkEndings({ kernel, pendings, removal }) };
}

/** Turns a bank's refusal into an API error. */
async function callBank<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    throw toApiError(error);
  }
}
