import type { Api } from "#client/data/api.ts";

export type SiteSample = { typeName: string; text: string };

/** Returns the site's newest bill as the API returns it. @throws ApiError, Error */
export async function billSample(api: Api): Promise<SiteSample> {
  const { bills } = await api.get("/api/CongressGetBills", { pageSize: "1" });
  const newest = bills[0];
  if (newest === undefined) throw new Error("There are no bills yet.");
  const { billDetails } = await api.get("/api/CongressGetBill", {
    congress: String(newest.congress),
    billType: newest.type,
    billNumber: newest.number,
  });
  return { typeName: "Bill", text: pretty(billDetails.bill) };
}

/** Returns the owner's most recently pushed repository as GitHub's public API returns it. @throws Error */
export async function repositorySample(config: {
  githubApiUrl: string;
  githubOwner: string;
}): Promise<SiteSample> {
  const address = `${config.githubApiUrl}/users/${encodeURIComponent(config.githubOwner)}/repos?sort=pushed&direction=desc&per_page=1`;
  const response = await fetch(address, { headers: { accept: "application/vnd.github+json" } });
  const repositories: unknown = await response.json().catch(() => null);
  if (!response.ok || !Array.isArray(repositories) || repositories.length === 0)
    throw new Error("GitHub isn’t available right now.");
  return { typeName: "Repository", text: pretty(repositories[0]) };
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
