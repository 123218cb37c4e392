import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { balance, camt, entry, statement } from "../../../../../tests/support/statements/camt-file.ts";
import { onlyAccount, readBytes, readText } from "../../../../../tests/support/statements/read-text.ts";

describe("pages of a statement", () => {
  const page = (number: number, isLast: boolean, inside: string) => {
    const pages = `<MsgPgntn><PgNb>${number}</PgNb><LastPgInd>${isLast}</LastPgInd></MsgPgntn></GrpHdr>`;
    return camt(statement(inside)).replace("</GrpHdr>", pages);
  };
  const opening = balance("OPBD", "100.00", "2026-11-01");
  const closing = balance("CLBD", "85.00", "2026-11-30");
  const [five, ten] = [entry("5.00", "DBIT"), entry("10.00", "DBIT")];
  const zip = (...texts: string[]) =>
    zipSync(Object.fromEntries(texts.map((text, index) => [`page${index + 1}.xml`, strToU8(text)])));

  test.each([
    ["with the balance between them", opening + balance("ITBD", "95.00", "2026-11-15") + five, ten + closing],
    ["with the balances of the whole on each", opening + five + closing, opening + ten + closing],
  ])("%s add up together, and claim nothing alone", (_case, one, two) => {
    const texts = [page(1, false, one), page(2, true, two)];
    for (const text of texts)
      expect(onlyAccount(readText(text))).toMatchObject({ addsUp: null, offBy: null });
    for (const order of [texts, texts.toReversed()]) {
      const both = readBytes(zip(...order));
      expect(both.warnings).toEqual([]);
      expect(onlyAccount(both)).toMatchObject({ addsUp: true, offBy: null });
      expect(onlyAccount(both).rows).toHaveLength(2);
    }
  });

  test("are short if one between them is missing", () => {
    const texts = [page(1, false, opening + five), page(3, true, closing)];
    expect(onlyAccount(readBytes(zip(...texts)))).toMatchObject({ addsUp: false, offBy: -1000 });
  });

  test("of a message may hold whole statements", () => {
    const whole = opening + five + ten + closing;
    expect(onlyAccount(readText(page(1, false, whole)))).toMatchObject({ addsUp: true });
  });
});
