import { expect, test } from "vitest";
import { siteConfig } from "#site-config";
import { publicConfig } from "./public-config.ts";
import { readSettings } from "../settings/settings.ts";

const live = { ENTRA_CLIENT_ID: "client", ENTRA_CLIENT_SECRET: "secret" };

test.each([
  ["the sandbox", {}, "Microsoft"],
  ["Microsoft", live, "Microsoft"],
  [
    "another issuer",
    { ...live, ENTRA_AUTHORITY: "https://id.lanternfish.example/realms/main" },
    "id.lanternfish.example",
  ],
])("pages name the sign-in service in use: %s", (_name, environment, expected) => {
  const kernel = { settings: readSettings(environment), site: siteConfig, now: () => new Date() };
  const page = { origin: "http://localhost:3000", development: false, staleContentAsOf: null };
  expect(publicConfig(kernel, page).signInName).toBe(expected);
});
