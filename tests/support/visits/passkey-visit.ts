import type { CDPSession, Page } from "@playwright/test";
import { freePort } from "../ports.ts";
import { expect, hydrated, startE2eServer, type StartedServer } from "./e2e.ts";

/** A site with passkeys on loopback, live as soon as its owner has one. */
export async function startPasskeySite(environment: Record<string, string> = {}): Promise<StartedServer> {
  const port = await freePort();
  return startE2eServer({ PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, ...environment });
}

/** A virtual authenticator of Chromium. */
export type VirtualAuthenticator = { id: string; session: CDPSession };

/**
 * Gives the page's browser an authenticator that checks fingerprints, through the DevTools protocol. With `answers: false` it
 * waits, like a person who hasn't touched it yet.
 */
export async function addAuthenticator(page: Page, { answers = true } = {}): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId: id } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: answers,
    },
  });
  return { id, session };
}

/** Lets the person touch the authenticator, or not. */
export async function answer({ id, session }: VirtualAuthenticator, enabled: boolean): Promise<void> {
  await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId: id, enabled });
}

/** Opens the owner's link and makes the first passkey; the page ends on Accounts. */
export async function becomeOwner(
  page: Page,
  { ownerLink }: StartedServer,
  name = "Robin Ashgrove",
): Promise<void> {
  await page.goto(ownerLink() ?? "");
  await hydrated(page);
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Make a passkey" }).click();
  await expect(page).toHaveURL(/\/accounts$/);
}

/** Signs out by the account menu. */
export async function signOut(page: Page): Promise<void> {
  await page.goto("/about");
  await hydrated(page);
  await page.getByRole("button", { name: /^Account: / }).click();
  await page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Logout" }).click();
  await expect(page.getByRole("banner").first().getByRole("link", { name: "Sign In" })).toBeVisible();
}
