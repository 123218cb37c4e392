import { describe, expect, it } from "vitest";
import { z } from "zod";
import { newCreationKey } from "./creation-key.ts";

describe("newCreationKey", () => {
  it("creates unique UUIDs that the server accepts", () => {
    const keys = Array.from({ length: 200 }, newCreationKey);
    for (const key of keys) expect(z.uuidv4().safeParse(key).success, key).toBe(true);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
