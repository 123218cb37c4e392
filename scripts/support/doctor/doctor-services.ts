import { join } from "node:path";
import { createContentImages } from "#features/content/server/content-images.ts";
import { createFileSource } from "#features/content/server/file-source.ts";
import type { Settings } from "#server/settings/settings.ts";
import { siteFolders } from "#server/settings/site-folder.ts";
import { createIdentityProvider, type IdentityProvider } from "#upstreams/entra/index.ts";
import { createWordPressClient, hasPlainPermalinks } from "#upstreams/wordpress/index.ts";
import { createDoctorClient, silentLog } from "./doctor-http.ts";
import { fail, ok, messageOf, type CheckResult } from "./doctor-report.ts";

/** Checks of the site's content and sign-in. */

const contentTimeoutMs = 60_000;

/** Reads all content as the server would; problems name file and line. */
export async function checkContent(settings: Settings, fetchNow: typeof fetch): Promise<CheckResult> {
  try {
    return settings.WORDPRESS_URL === undefined
      ? await checkFiles(siteFolders(settings).contentDir)
      : await checkWordPress(settings.WORDPRESS_URL, fetchNow);
  } catch (error) {
    return fail("Content", messageOf(error));
  }
}

async function checkFiles(directory: string): Promise<CheckResult> {
  const images = createContentImages(join(directory, "images"));
  const source = createFileSource({ directory, images, log: silentLog });
  const { content, problems } = await source.read(AbortSignal.timeout(contentTimeoutMs));
  const found = `${content.pages.length} pages and ${content.posts.length} posts in ${directory}`;
  if (problems.length === 0) return ok("Content", found);
  const details = problems.map(
    ({ file, line, message }) =>
      `${file ?? ""}${line === undefined ? "" : `:${line}`}${file === undefined ? "" : ": "}${message}`,
  );
  return fail("Content", `${found}; files with errors are left out`, details);
}

const plainPermalinks =
  "WordPress's permalinks are set to Plain, which hides its REST API. Choose any other structure under Settings → Permalinks.";

async function checkWordPress(baseUrl: string, fetchNow: typeof fetch): Promise<CheckResult> {
  const http = createDoctorClient(fetchNow);
  const signal = AbortSignal.timeout(contentTimeoutMs);
  const content = await createWordPressClient({ http, baseUrl })
    .readContent(signal)
    .catch(async (error: unknown) => {
      if (await hasPlainPermalinks({ http, baseUrl }, signal)) return "plain" as const;
      throw error;
    });
  if (content === "plain") return fail("Content", plainPermalinks);
  return ok("Content", `${content.pages.length} pages and ${content.posts.length} posts at ${baseUrl}`);
}

/** Fetches a live provider's metadata, which fails with a wrong tenant or authority, or behind a firewall. */
export async function checkSignIn(settings: Settings, fetchNow: typeof fetch): Promise<CheckResult[]> {
  if (settings.modes.entra === "sandbox") {
    const reach = settings.FOLIO_DEMO
      ? "everyone is signed in as an invented person (FOLIO_DEMO)"
      : "anyone can sign in, so the site serves this machine only";
    return [ok("Sign-in", `sandbox: ${reach}`)];
  }
  const origin = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  const provider = createIdentityProvider(
    { settings, fetch: fetchNow, now: () => new Date() },
    { selfOrigin: () => origin },
  );
  return [provider === null ? ok("Sign-in", passkeysOnly(settings)) : await discover(provider, origin)];
}

function passkeysOnly({ passkeyHost }: Settings): string {
  return `live with passkeys of ${passkeyHost ?? ""}`;
}

async function discover(provider: IdentityProvider, origin: string): Promise<CheckResult> {
  try {
    const redirectUri = `${origin}/.auth/login/aad/callback`;
    const { url } = await provider.authorizationUrl({ redirectUri });
    return ok(
      "Sign-in",
      `live at ${new URL(url).host}; make sure the app registration has the redirect URI ${redirectUri}`,
    );
  } catch (error) {
    return fail(
      "Sign-in",
      `${provider.realm} doesn't respond like an identity provider: ${messageOf(error)}`,
    );
  }
}
