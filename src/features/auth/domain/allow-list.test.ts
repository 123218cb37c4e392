import { describe, expect, test } from "vitest";
import { isAllowed, type ListedIdentity } from "./allow-list.ts";

const tenant = "2f6c1a90-0d5e-4b7a-9c3d-1e8f4a6b7c01";
const stranger = "9d8c7b6a-5e4f-4a3b-8c2d-1f0e9d8c7b02";
const issuer = "https://id.lanternfish.example/realms/main";

const avery: ListedIdentity = {
  mode: "live",
  issuer: `https://login.microsoftonline.com/${tenant}/v2.0`,
  tenantId: tenant,
  address: "avery@lanternfish.example",
};
const impostor: ListedIdentity = {
  ...avery,
  issuer: avery.issuer.replace(tenant, stranger),
  tenantId: stranger,
};
const elsewhere: ListedIdentity = {
  mode: "live",
  issuer,
  tenantId: null,
  address: "avery@lanternfish.example",
};

describe("the owner's list, with any tenant", () => {
  test.each([
    ["nobody if it is empty", [], avery, false],
    ["everyone of a tenant listed by id", [tenant], avery, true],
    ["a tenant id in capitals", [tenant.toUpperCase()], avery, true],
    ["not another tenant", [tenant], impostor, false],
    ["a tenant's address", [`${tenant}/avery@lanternfish.example`], avery, true],
    ["an address in different case", [`${tenant}/Avery@Lanternfish.Example`], avery, true],
    ["not the same address of a stranger's tenant", [`${tenant}/avery@lanternfish.example`], impostor, false],
    ["not a bare address", ["avery@lanternfish.example"], avery, false],
    ["not a bare domain", ["@lanternfish.example"], avery, false],
    ["a tenant's domain", [`${tenant}/@lanternfish.example`], avery, true],
    ["not a longer domain", [`${tenant}/@fish.example`], avery, false],
    [
      "not a subdomain",
      [`${tenant}/@lanternfish.example`],
      { ...avery, address: "a@x.lanternfish.example" },
      false,
    ],
    [
      "not an address with the domain in front",
      [`${tenant}/@lanternfish.example`],
      { ...avery, address: "@lanternfish.example@evil.example" },
      false,
    ],
    ["nothing from an empty domain", [`${tenant}/@`], avery, false],
    ["nothing from an empty entry", ["", "/", `${tenant}/`], avery, false],
    [
      "nobody without an address unless listed by tenant",
      [`${tenant}/@lanternfish.example`],
      { ...avery, address: null },
      false,
    ],
    ["an address of another issuer", [`${issuer}/avery@lanternfish.example`], elsewhere, true],
    [
      "an issuer with a trailing slash",
      [`${issuer}/avery@lanternfish.example`],
      { ...elsewhere, issuer: `${issuer}/` },
      true,
    ],
    ["an issuer's domain", [`${issuer}/@lanternfish.example`], elsewhere, true],
    ["not a different issuer", [`https://other.example/avery@lanternfish.example`], elsewhere, false],
    [
      "not an issuer with the same prefix",
      [`https://id.lanternfish.example/@lanternfish.example`],
      elsewhere,
      false,
    ],
    ["any one of several entries", ["@x.example", tenant], avery, true],
  ] as [string, string[], ListedIdentity, boolean][])("lets in %s", (_, entries, identity, expected) => {
    expect(isAllowed(identity, entries, { fixedTenant: false })).toBe(expected);
  });
});

describe("the owner's list, with one fixed tenant", () => {
  test.each([
    ["avery@lanternfish.example", true],
    ["@lanternfish.example", true],
    ["morgan@lanternfish.example", false],
    ["@fish.example", false],
  ])("applies the bare entry %s: %s", (entry, expected) => {
    expect(isAllowed(avery, [entry], { fixedTenant: true })).toBe(expected);
  });
});

test("everyone is a member with the sandbox sign-in, regardless of the list", () => {
  expect(isAllowed({ ...avery, mode: "sandbox" }, [], { fixedTenant: false })).toBe(true);
});
