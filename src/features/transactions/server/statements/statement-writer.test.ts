import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { packRecords } from "#server/threads/packed-records.ts";
import { fc } from "../../../../../tests/support/properties.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { recordsIn } from "./statement-writer.ts";

const database = useTestDatabase();

const columns = { place: "int", words: "text", amount: "bigint", isSet: "boolean" } as const;
const words = fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", ""));
const record = fc.record({
  words: fc.option(fc.oneof(words, fc.constantFrom("", "NULL", '"', "\\", "{a,b}", "a\nb", "’", " 1 "))),
  amount: fc.option(fc.maxSafeInteger()),
  isSet: fc.option(fc.boolean()),
});

async function readBack(pieces: readonly Uint8Array[]) {
  const read = await Promise.all(
    pieces.map((piece) =>
      database().unsafeDb.execute(
        sql`select words, amount::text, "isSet" from ${recordsIn(columns, piece)} as r order by place`,
      ),
    ),
  );
  return read.flatMap(({ rows }) => rows);
}

it("gives Postgres the records that were packed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 20 }), async (list) => {
      const pieces = packRecords(columns, list, {
        place: (_each, index) => index,
        words: (each) => each.words,
        amount: (each) => each.amount,
        isSet: (each) => each.isSet?.toString(),
      });
      const read = await readBack(pieces);
      expect(read).toEqual(
        list.map(({ amount, ...each }) => ({ ...each, amount: amount?.toString() ?? null })),
      );
    }),
    { numRuns: 30 },
  );
});

it("packs long lists in pieces, and nothing for none", async () => {
  const list = Array.from({ length: 12_001 }, (_unused, place) => ({ place }));
  const pieces = packRecords(columns, list, {
    place: ({ place }) => place,
    words: ({ place }) => `${place}`,
    amount: () => 1,
    isSet: () => null,
  });
  expect(pieces).toHaveLength(3);
  const read = await readBack(pieces);
  expect(read.map((row) => row["words"])).toEqual(list.map(({ place }) => `${place}`));
  expect(
    packRecords(columns, [], { place: () => 1, words: () => "", amount: () => 1, isSet: () => null }),
  ).toEqual([]);
});
