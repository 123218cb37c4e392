import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSeal } from "./seal.ts";

const seal = createSeal(Buffer.alloc(32, 1));

describe("a sealed secret", () => {
  it("can be opened for its owner", () => {
    expect(seal.open(seal.close("gho_é", "person"), "person")).toBe("gho_é");
  });

  it("reveals nothing of the secret and differs each time", () => {
    const sealed = seal.close("gho_secret", "person");
    expect(sealed).not.toContain("secret");
    expect(Buffer.from(sealed.slice(3), "base64url").toString("latin1")).not.toContain("secret");
    expect(seal.close("gho_secret", "person")).not.toBe(sealed);
  });

  it("can't be opened for another person, with another key, or if damaged", () => {
    const sealed = seal.close("gho_secret", "person");
    const bytes = Buffer.from(sealed.slice(3), "base64url");
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(seal.open(sealed, "somebody else")).toBeNull();
    expect(createSeal(randomBytes(32)).open(sealed, "person")).toBeNull();
    expect(seal.open(`v1.${bytes.toString("base64url")}`, "person")).toBeNull();
  });

  it.each(["", "v1.", "v1.AAAA", "gho_plain", "v2.AAAA"])("is not %j", (sealed) => {
    expect(seal.open(sealed, "person")).toBeNull();
  });
});
