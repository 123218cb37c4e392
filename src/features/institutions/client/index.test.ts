import { expect, test } from "vitest";
import { authQuery } from "#client/auth-state.ts";
import { createApi } from "#client/data/api.ts";
import { createQueryClient } from "#client/data/query-client.ts";
import { publicConfig } from "#server/pages/public-config.ts";
import { readSettings } from "#server/settings/settings.ts";
import { successEnvelope } from "#shared/envelope.ts";
import { siteConfig } from "#site-config";
import { institutionPaletteSource } from "./index.ts";

const page = { origin: "http://localhost:3000", development: false, staleContentAsOf: null };

/** Returns the palette's entries for a member without banks, on a site with these settings. */
async function entriesWith(environment: Record<string, string>) {
  const kernel = { settings: readSettings(environment), site: siteConfig, now: () => new Date() };
  const api = createApi(() => Response.json(successEnvelope([])), "site");
  const queryClient = createQueryClient({ isServer: false });
  queryClient.setQueryData(authQuery(api).queryKey, {
    userDetails: "somebody",
    signedIn: true,
    isMember: true,
  });
  return (
    (await institutionPaletteSource.load?.({ api, queryClient, config: publicConfig(kernel, page) })) ?? []
  );
}

test("Link a bank opens the bank's dialog over Accounts", async () => {
  expect(await entriesWith({})).toMatchObject([
    { label: "Link a bank", href: "/accounts", act: expect.any(Function) },
  ]);
});

test("Link a bank opens the dialog for a setup token where no bank has one of its own", async () => {
  const live = { PUBLIC_URL: page.origin, SIMPLEFIN_URL: "https://simplefin.example/simplefin" };
  const [entry, ...others] = await entriesWith(live);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ label: "Link a bank", href: "/accounts#setup-token" });
  expect(entry?.act).toBeUndefined();
});
