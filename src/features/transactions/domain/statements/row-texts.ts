import { cleanPayee } from "../payees/clean-payee.ts";
import type { PayeeTexts } from "../payees/payee-key.ts";

/**
 * Returns the texts of a row from a file's payee and memo: the whole text, and the payee in it where the memo says something
 * else. A payee that is the beginning of the memo was only cut off.
 */
export function rowTexts(payee: string, memo: string | null): PayeeTexts {
  const [name, more] = [payee.trim(), (memo ?? "").trim()];
  if (name === "") return { name: more === "" ? "Transaction" : more, merchantName: null };
  const isRepeated = name.toLowerCase().includes(more.toLowerCase());
  if (more === "" || isRepeated) return { name, merchantName: null };
  if (more.toLowerCase().startsWith(name.toLowerCase())) return { name: more, merchantName: null };
  return { name: `${name} ${more}`, merchantName: cleanPayee(name) };
}
