import type { Kernel } from "#server/feature.ts";
import { createLinkStore } from "#features/github/server/link-store.ts";

/** Gives a person a linked GitHub account, for other features' tests over HTTP; `kernel` is the test app's. */
export async function createTestGitHubLink(
  kernel: Pick<Kernel, "database" | "now" | "secretKey" | "settings">,
  userId: string,
  account: { accessToken: string; login?: string },
): Promise<void> {
  const { modes, GITHUB_API_URL } = kernel.settings;
  await createLinkStore(kernel).save(userId, modes.github === "sandbox" ? "sandbox" : GITHUB_API_URL, {
    accessToken: account.accessToken,
    login: account.login ?? null,
  });
}
