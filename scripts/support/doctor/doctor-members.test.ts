import { describe, expect, it } from "vitest";
import { readSettings } from "#server/settings/settings.ts";
import { checkMembers } from "./doctor-members.ts";

const tenant = "2f6c1a90-0d5e-4b7a-9c3d-1e8f4a6b7c01";
const stranger = "9d8c7b6a-5e4f-4a3b-8c2d-1f0e9d8c7b02";
const live = { ENTRA_CLIENT_ID: "id", ENTRA_CLIENT_SECRET: "secret" };
const issuer = "https://id.lanternfish.example/realms/main";

function check(allowed: string, more: Record<string, string> = live) {
  return checkMembers(readSettings({ ...more, ALLOWED_USERS: allowed }));
}

describe("the doctor's report on ALLOWED_USERS", () => {
  it("warns that an empty list lets nobody in", () => {
    expect(check("")).toMatchObject({ state: "warn", message: expect.stringContaining("nobody can use") });
  });

  it("says that the sandbox sign-in ignores the list", () => {
    expect(check("", {})).toMatchObject({ state: "ok", message: expect.stringContaining("everyone") });
    expect(check(tenant, {}).message).toContain("(1 entry) applies to the real sign-in");
  });

  it.each([
    [tenant, live],
    [`${tenant}/ada@lanternfish.example, ${stranger}`, live],
    [`https://login.microsoftonline.com/${tenant}/v2.0/ada@lanternfish.example`, live],
    ["ada@lanternfish.example @lanternfish.example", { ...live, ENTRA_TENANT: tenant }],
    [tenant.toUpperCase(), { ...live, ENTRA_TENANT: tenant }],
    [`${issuer}/ada@lanternfish.example`, { ...live, ENTRA_AUTHORITY: `${issuer}/` }],
  ])("counts valid entries: %s", (allowed, environment) => {
    expect(check(allowed, environment)).toMatchObject({
      state: "ok",
      message: expect.stringMatching(/^ALLOWED_USERS has \d entr(?:y|ies)$/),
    });
  });

  it.each([
    [stranger, { ...live, ENTRA_TENANT: tenant }, `ENTRA_TENANT is ${tenant}, so this lets nobody in`],
    [
      `https://login.microsoftonline.com/${stranger}/v2.0/ada@lanternfish.example`,
      { ...live, ENTRA_TENANT: tenant },
      `ENTRA_TENANT is ${tenant}, so this lets nobody in`,
    ],
    [`contoso/ada@lanternfish.example`, live, "contoso isn't a tenant ID, so this lets nobody in"],
    [tenant, { ...live, ENTRA_AUTHORITY: issuer }, "only Microsoft has tenants, so this lets nobody in"],
    [
      "https://other.example/ada@lanternfish.example",
      { ...live, ENTRA_AUTHORITY: issuer },
      `people come from ${issuer}, so this lets nobody in`,
    ],
    [`${tenant}/@Gmail.com`, live, "so this lets everyone in"],
    [`${tenant} ${tenant}`, live, "listed more than once"],
  ])("names a suspicious entry: %s", (allowed, environment, words) => {
    const { state, details } = check(allowed, environment);
    expect(state).toBe("warn");
    expect(details).toEqual([expect.stringContaining(words)]);
  });
});
