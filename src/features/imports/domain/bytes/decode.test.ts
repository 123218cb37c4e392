import { describe, expect, test } from "vitest";
import { onlyAccount, readBytes } from "../../../../../tests/support/statements/read-text.ts";

/** Bytes of the characters that Shift_JIS writes as two. */
const pairs = new Map(
  Array.from({ length: 0x7f * 0xbd }, (_, index) => {
    const pair = Uint8Array.of(0x81 + Math.floor(index / 0xbd), 0x40 + (index % 0xbd));
    return [new TextDecoder("shift_jis").decode(pair), pair] as const;
  }).toReversed(),
);

function shiftJis(text: string): Uint8Array {
  return Uint8Array.from(
    Array.from(text).flatMap((character) =>
      Array.from(pairs.get(character) ?? Uint8Array.of(character.charCodeAt(0))),
    ),
  );
}

const table = (header: string, payee: string) =>
  `${header}\n2026/11/02,${payee},-1250,98750\n2026/11/03,${payee},-300,98450\n`;

describe("Shift_JIS", () => {
  test.each([
    ["kana", "お取引日,お取引内容,お取引金額,残高", "ヤマダストア"],
    ["kanji only", "取引日,内容,入出金,残高", "引落"],
  ])("%s", (_case, header, payee) => {
    const statement = readBytes(shiftJis(table(header, payee)), { isoCurrencyCode: "JPY" });
    expect(statement.charset).toBe("shift_jis");
    expect(onlyAccount(statement).rows).toMatchObject([
      { payee, amount: -1250 },
      { payee, amount: -300 },
    ]);
  });

  test("bytes that are no pairs of it stay Windows-1250", () => {
    const bytes = shiftJis(table("取引日,内容,入出金,残高", "引落"));
    const broken = Uint8Array.from([...bytes, 0x81]);
    expect(readBytes(broken).charset).toBe("windows-1250");
  });
});
