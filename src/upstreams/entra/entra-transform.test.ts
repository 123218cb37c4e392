import { describe, expect, test } from "vitest";
import { toIdentity } from "./entra-transform.ts";

const issuer = "https://id.lanternfish.example/realms/main";
const claims = { iss: issuer, sub: "42", tid: "3e1b7c52-8a4d-4f06-b9d2-7c5e0f1a6d01", oid: "x" };

describe("a person of any other provider", () => {
  test("is identified by issuer and subject, ignoring any tenant claim", () => {
    expect(toIdentity("oidc", claims)).toMatchObject({
      identityKey: `${issuer}|42`,
      tenantId: null,
      subject: "42",
    });
  });

  test.each([
    [{ email: "Avery@Lanternfish.example", email_verified: true }, "avery@lanternfish.example"],
    [{ email: "avery@lanternfish.example", email_verified: "true" }, "avery@lanternfish.example"],
    [{ email: "avery@lanternfish.example", email_verified: false }, null],
    [{ email: "avery@lanternfish.example" }, null],
    [{ preferred_username: "owner@lanternfish.example" }, null],
    [{ email: "a@b@lanternfish.example", email_verified: true }, null],
  ])("with %j has the address %j", (more, address) => {
    expect(toIdentity("oidc", { ...claims, ...more }).address).toBe(address);
  });

  test.each([
    [{ preferred_username: "avery", email: "a@x.example", name: "Avery" }, "avery"],
    [{ email: "a@x.example", name: "Avery" }, "a@x.example"],
    [{ name: "Avery" }, "Avery"],
    [{}, "42"],
    [{ preferred_username: 7, name: "Avery" }, "Avery"],
  ])("with %j is shown as %j", (more, userDetails) => {
    expect(toIdentity("oidc", { ...claims, ...more }).userDetails).toBe(userDetails);
  });

  test.each([undefined, null, "text", {}, { iss: issuer }, { iss: issuer, sub: "" }])(
    "can't be parsed from %j",
    (junk) => {
      expect(() => toIdentity("oidc", junk)).toThrow("Sign-in failed (bad-answer)");
    },
  );
});
