import { randomBytes } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { fc } from "../../../../tests/support/properties.ts";
import { defaultSettings } from "./codegen-state.ts";
import { decodeShareFragment, encodeShareFragment, isShareFragment } from "./share-link.ts";

const state = { ...defaultSettings, kind: "json" as const, typeName: "Bill", samples: ['{"a":1}'] };

function fragmentOf(json: string): string {
  return `#code=${deflateRawSync(json).toString("base64url")}`;
}

describe("a share link", () => {
  it("restores whatever was on the page", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 5 }),
        async (samples) => {
          const fragment = await encodeShareFragment({ ...state, samples });
          expect(fragment).toMatch(/^#code=[\w-]+$/);
          expect(await decodeShareFragment(fragment)).toEqual({ ...state, samples });
        },
      ),
      { numRuns: 50 },
    );
  });

  it("compresses repetitive input", async () => {
    const sample = JSON.stringify(Array.from({ length: 2_000 }, (_, id) => ({ id, name: "The same name" })));
    expect((await encodeShareFragment({ ...state, samples: [sample] })).length).toBeLessThan(
      sample.length / 5,
    );
  });

  it.each([
    "#code=",
    "#code=%%%",
    `#code=${randomBytes(60).toString("base64url")}`,
    fragmentOf("no JSON"),
    fragmentOf("{}"),
    fragmentOf('{"samples":[]}'),
    fragmentOf('{"samples":[1,2]}'),
    "#heading",
  ])("%s is rejected", async (fragment) => {
    expect(await decodeShareFragment(fragment)).toBeNull();
  });

  it("that would unpack to gigabytes is rejected early", async () => {
    expect(await decodeShareFragment(fragmentOf(`{"samples":["${" ".repeat(40_000_000)}"]}`))).toBeNull();
  });

  it("with unknown names falls back to defaults", async () => {
    const strange = {
      language: "cobol",
      detections: ["inferAges"],
      languageOptions: { cobol: {} },
      samples: ["1"],
    };
    expect(await decodeShareFragment(fragmentOf(JSON.stringify(strange)))).toEqual({
      ...defaultSettings,
      detections: [],
      kind: "json",
      typeName: "Root",
      samples: ["1"],
    });
  });

  it("is distinguished from other fragments", () => {
    expect([isShareFragment("#code=x"), isShareFragment("#main"), isShareFragment("")]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
