import type { Kernel } from "#server/feature.ts";
import type { BankInstitution, BankItem, PlaidBank } from "#upstreams/plaid/index.ts";
import { stateOfProblem } from "../../domain/item-status.ts";
import type { ItemStore } from "../item-store.ts";
import type { BankAddress } from "../linking/bank-address.ts";
import { toBankProblem } from "../sync/bank-problem.ts";
import type { BankReport, BankSource, OpenItem } from "./bank-source.ts";
import { collectChanges } from "./page-collector.ts";

type PlaidSourceOptions = {
  kernel: Pick<Kernel, "log">;
  bank: PlaidBank;
  address: BankAddress;
  items: ItemStore;
  /** Pauses between attempts; tests replace it. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** Creates the door to the banks behind Plaid. */
export function createPlaidSource(options: PlaidSourceOptions): BankSource {
  const { kernel, bank, sleep } = options;
  return {
    claim: (publicToken) => bank.exchangePublicToken(publicToken),
    accounts: async (accessToken, signal) => {
      const item = await bank.getItem(accessToken, signal);
      const id = item.institutionId ?? "unknown";
      const [institution, accounts] = await Promise.all([
        readInstitution(options, id, item.institutionName ?? "Bank"),
        bank.getAccounts(accessToken, signal),
      ]);
      return { institution: { id, ...institution }, accounts, report: reportOf(item) };
    },
    state: async (accessToken, signal) => reportOf(await bank.getItem(accessToken, signal)),
    changes: async (item, signal) => {
      const report = reportOf(await bank.getItem(item.accessToken, signal));
      if (report.error !== null && stateOfProblem(report.error) !== "down") return { is: "blocked", report };
      await updateWebhookAddress(options, item, signal);
      const position = { accessToken: item.accessToken, cursor: item.syncCursor };
      const pauses = sleep === undefined ? {} : { sleep };
      const collected = await collectChanges(position, { bank, log: kernel.log, signal, ...pauses });
      if (collected === null) return { is: "not-ready", report };
      return { is: "read", report, collected, listed: await bank.getAccounts(item.accessToken, signal) };
    },
    revoke: (accessToken, signal) => bank.removeItem(accessToken, signal),
    retries: "soon",
    limits: { windowMs: 60_000, refreshes: 2, repairs: Infinity },
  };
}

function reportOf(item: BankItem): BankReport {
  const { lastSuccessfulUpdate } = item;
  return {
    ...toBankProblem(item),
    lastSuccessfulUpdate: lastSuccessfulUpdate === null ? null : new Date(lastSuccessfulUpdate),
  };
}

/** Loads the bank's name and logo; a failure doesn't stop the link. */
async function readInstitution(
  { kernel, bank }: PlaidSourceOptions,
  id: string,
  name: string,
): Promise<BankInstitution> {
  try {
    return await bank.getInstitution(id);
  } catch (error) {
    kernel.log.warn({ error, institutionId: id }, "Can't load a bank's name and logo.");
    return { name, logo: null, color: null };
  }
}

/** Updates the webhook address at the bank if this site's address has changed. */
async function updateWebhookAddress(
  { kernel, bank, items, address }: PlaidSourceOptions,
  item: OpenItem,
  signal: AbortSignal,
): Promise<void> {
  const webhookUrl = address.webhookUrl();
  if (webhookUrl === null || webhookUrl === item.webhookUrl) return;
  try {
    await bank.updateWebhook(item.accessToken, webhookUrl, signal);
    await items.note(item, { webhookUrl });
  } catch (error) {
    // The daily sync covers missing webhooks.
    kernel.log.warn(
      { error, about: item.institutionAccessItemId },
      "Can't update the webhook address at a bank.",
    );
  }
}
