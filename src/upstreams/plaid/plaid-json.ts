/** A number of money as written in the JSON text, never converted to a float (docs/reference/money.md, "Money and sign"). */
export type JsonNumber = { digits: string };

// Quotes inside a string are escaped, so this sequence followed by a colon can only be a key.
const moneyNumber =
  /"(amount|current|available)"\s*:\s*(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=\s*[,}])/g;

/**
 * Parses a Plaid response; numbers in money fields become {@link JsonNumber}. The text is rewritten first: a reviver that sees
 * digits takes twenty times as long and blocks everyone else for a tenth of a second per page.
 * @throws SyntaxError if the text isn't JSON
 */
export function parsePlaidJson(text: string): unknown {
  return JSON.parse(text.replaceAll(moneyNumber, '"$1":{"digits":"$2"}')) as unknown;
}
