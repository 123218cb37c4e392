import { setTimeout as pause } from "node:timers/promises";
import type { AccessItemView } from "#shared/finance-shapes.ts";
import { siteConfig } from "#site-config";
import { plaidSandboxClient } from "../../../src/upstreams/plaid/plaid-sandbox-client.ts";
import { createCookieBrowser } from "../../../tests/support/cookie-browser.ts";

/** A person signed in through the sandbox with a linked sandbox bank; `index` distinguishes their data from others'. */
export type Person = { index: number; origin: string; cookie: string; itemId: number };

export type Answer<Data> = { status: number; data: Data; ms: number };

/** Number of concurrent sign-ins, each of which takes ten requests with cryptography. */
const atOnce = 8;
const importTimeoutMs = 60_000;
const pollMs = 250;
const quietMs = 2_000;
const daysOfRows = 30;

/**
 * Signs people in as a browser does, and links a bank for each. The site must be a demo, which creates a person for each
 * sign-in.
 */
export async function signPeopleIn(origin: string, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let from = 0; from < count; from += atOnce) {
    const group = Array.from({ length: Math.min(atOnce, count - from) }, (_unused, at) => from + at);
    people.push(...(await Promise.all(group.map((index) => arrive(origin, index)))));
  }
  for (const person of people) await untilImported(person);
  await untilQuiet(origin);
  return people;
}

/** A bank's older rows follow its first ones, so this waits until no more have arrived for a while, or a minute. */
async function untilQuiet(origin: string): Promise<void> {
  const deadline = Date.now() + importTimeoutMs;
  let before = "";
  while (Date.now() < deadline) {
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    const syncs = metrics.split("\n").filter((line) => /^folio_bank_(?:syncs|rows)_total/.test(line));
    if (syncs.join() === before) return;
    before = syncs.join();
    await pause(quietMs);
  }
}

async function arrive(origin: string, index: number): Promise<Person> {
  const cookie = await signIn(origin);
  const someone = { index, origin, cookie, itemId: 0 };
  const { institutionAccessItemId } = await linkBank(someone);
  return { ...someone, itemId: institutionAccessItemId };
}

/** Signs in through the sandbox and returns the session's cookie. */
async function signIn(origin: string): Promise<string> {
  const browser = createCookieBrowser();
  const chooser = await browser.follow(await browser.visit(`${origin}/.auth/login/aad`));
  const callback = "/.auth/login/aad/callback";
  const returned = await browser.follow(await browser.press(chooser, {}), callback);
  await browser.visit(returned.url);
  const session = browser.cookies.find(({ name }) => name === "folio");
  if (session === undefined) throw new Error("The sandbox sign-in opened no session.");
  return `${session.name}=${session.value}`;
}

async function linkBank(person: Person): Promise<{ institutionAccessItemId: number }> {
  const created = await fetch(`${person.origin}${plaidSandboxClient.path}/sandbox/public_token/create`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_id: plaidSandboxClient.clientId,
      secret: plaidSandboxClient.secret,
      institution_id: "ins_900001",
      initial_products: ["transactions"],
      options: { override_username: "avery", transactions: { days_requested: daysOfRows } },
    }),
  });
  const body: unknown = await created.json();
  if (typeof body !== "object" || body === null || !("public_token" in body))
    throw new Error(`The sandbox bank answered ${created.status} and no token.`);
  return must(
    await call<{ institutionAccessItemId: number }>(person, "/api/SetInstitutionAccessToken", {
      public_token: body.public_token,
    }),
  );
}

async function untilImported(person: Person): Promise<void> {
  const path = `/api/GetUserAccessItem?userAccessItemId=${person.itemId}`;
  const deadline = Date.now() + importTimeoutMs;
  for (;;) {
    const { item } = must(await call<AccessItemView>(person, path));
    if (item.state === "healthy") return;
    if (Date.now() > deadline)
      throw new Error(`The bank of person ${person.index} is still ${item.state} after a minute.`);
    await pause(pollMs);
  }
}

/** Makes a call as this person's browser does; a POST if there is a body. For bare responses, `data` is the body itself. */
export async function call<Data>(person: Person, path: string, body?: unknown): Promise<Answer<Data>> {
  const startedAt = performance.now();
  const response = await fetch(`${person.origin}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      cookie: person.cookie,
      "content-type": "application/json",
      "x-tenant": siteConfig.tenant,
      origin: person.origin,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the site's own contract; what is checked is what it holds
  const answer = (await response.json()) as { data?: Data } & Data;
  return { status: response.status, data: answer.data ?? answer, ms: performance.now() - startedAt };
}

/**
 * Returns the data of an answer that must exist.
 * @throws Error for any status but 200
 */
export function must<Data>({ status, data }: Answer<Data>): Data {
  if (status !== 200) throw new Error(`A call that had to succeed was answered with ${status}.`);
  return data;
}
