import { expect, it } from "vitest";
import { fc } from "../../../../tests/support/properties.ts";
import { jsonPieces, jsonStream } from "./json-stream.ts";

const long = Array.from({ length: 1_201 }, (_unused, row) => ({ row, name: `“${row}”`, why: undefined }));

it("writes what JSON.stringify returns", async () => {
  const anyValue = fc.jsonValue().chain((value) =>
    fc.constantFrom<unknown>(value, { rows: long, value }, [{ rows: long, left: undefined }, value], {
      a: [],
      b: {},
      value,
    }),
  );
  await fc.assert(
    fc.asyncProperty(anyValue, async (value) => {
      const expected = JSON.stringify(value);
      expect([...jsonPieces(value)].join("")).toBe(expected);
      expect(await new Response(jsonStream(value)).text()).toBe(expected);
    }),
    { numRuns: 50 },
  );
});

it("writes a long list in pieces", () => {
  const pieces = [...jsonPieces({ rows: long })];
  expect(pieces.length).toBe(4);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(JSON.stringify(long).length / 2);
});
