import { expect, test } from "vitest";
import { fc } from "../../../../../tests/support/properties.ts";
import { createCopiedTexts } from "./copied-texts.ts";

/** Returns what Postgres sends for COPY of ids and texts in its binary format. */
function copyOf(rows: readonly { id: number; text: string }[]): Buffer {
  const header = Buffer.concat([Buffer.from("PGCOPY\n\xff\r\n\0", "latin1"), Buffer.alloc(8)]);
  const parts = rows.map(({ id, text }) => {
    const head = Buffer.alloc(14);
    head.writeInt16BE(2, 0);
    head.writeInt32BE(4, 2);
    head.writeInt32BE(id, 6);
    head.writeInt32BE(Buffer.byteLength(text), 10);
    return Buffer.concat([head, Buffer.from(text)]);
  });
  return Buffer.concat([header, ...parts, Buffer.from([0xff, 0xff])]);
}

test("every text arrives whole, wherever the chunks end", () => {
  const row = fc.record({
    id: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    text: fc.oneof(fc.string({ unit: "grapheme", maxLength: 40 }), fc.constant("x".repeat(70_000))),
  });
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 6 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 90 })),
      (rows, sizes) => {
        const given: typeof rows = [];
        const take = createCopiedTexts((id, bytes) => given.push({ id, text: bytes.toString() }));
        const bytes = copyOf(rows);
        for (let at = 0; at < bytes.length;) {
          // Most chunks are small, so that they end inside of every field.
          const size = bytes.length > 1_000 ? sizes.next().value * 300 : sizes.next().value;
          take(bytes.subarray(at, at + size));
          at += size;
        }
        expect(given).toEqual(rows);
      },
    ),
  );
});
