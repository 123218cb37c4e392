import { createHash } from "node:crypto";
import { decodedText } from "#shared/text/decoded-text.ts";
import { simpleFinCodes, SimpleFinError } from "./simplefin-errors.ts";
import type { SimpleFinAccess } from "./simplefin-types.ts";

/** Condition for an address that this site may call; what it resolves to is checked at the connection. */
export type MayCall = (url: URL) => boolean;

const longestToken = 4_000;
const longestAddress = 2_000;

/**
 * Decodes a setup token: Base64 of the address that claims it (protocol, "POST /claim/:token"). Line breaks and spaces from
 * copying don't matter.
 * @throws SimpleFinError if it isn't one, or its address may not be called
 */
export function claimUrlOf(setupToken: string, mayCall: MayCall): URL {
  const bare = setupToken.slice(0, longestToken + 1).replaceAll(/\s+/g, "");
  const url = /^[A-Za-z\d+/_-]+={0,2}$/.test(bare) ? readUrl(Buffer.from(bare, "base64").toString()) : null;
  if (url === null || bare.length > longestToken || !/^https?:$/.test(url.protocol)) {
    throw new SimpleFinError("user-action", "The text isn't a setup token.", {
      errorCode: simpleFinCodes.notAToken,
    });
  }
  if (url.username !== "" || url.password !== "" || !mayCall(url)) {
    throw new SimpleFinError("user-action", "The setup token is for an address that isn't called.", {
      errorCode: simpleFinCodes.addressRefused,
    });
  }
  return url;
}

/**
 * Reads the answer to a claim: an address with credentials.
 * @throws SimpleFinError if it is something else, or may not be called
 */
export function readAccess(answer: string, mayCall: MayCall): SimpleFinAccess {
  const url = readUrl(answer.trim());
  if (url === null || url.username === "" || url.search !== "" || url.hash !== "")
    throw new SimpleFinError("our-fault", "SimpleFIN answered a claim with something other than an address.");
  const accessUrl = url.href.replace(/\/+$/, "");
  if (!mayCall(accountsCallOf(accessUrl).url))
    throw new SimpleFinError("our-fault", "SimpleFIN answered a claim with an address that isn't called.");
  return { accessUrl, accessId: createHash("sha256").update(accessUrl).digest("hex").slice(0, 40) };
}

/** Returns the address of `GET /accounts`, and the credentials as a header, so that no address in a log contains them. */
export function accountsCallOf(accessUrl: string): { url: URL; authorization: string } {
  const access = new URL(accessUrl);
  const credentials = `${decodedText(access.username)}:${decodedText(access.password)}`;
  const url = withoutCredentials(access);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/accounts`;
  return { url, authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
}

/** Returns the host of an access, such as `bridge.simplefin.org`, to tell servers apart. */
export function simpleFinHostOf(accessUrl: string): string {
  return new URL(accessUrl).host;
}

function withoutCredentials(url: URL): URL {
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  return bare;
}

function readUrl(text: string): URL | null {
  return text.length > longestAddress ? null : URL.parse(text);
}
