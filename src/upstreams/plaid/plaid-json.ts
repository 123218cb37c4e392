/** A number of money as it stood in the JSON text: digit for digit, never through a float (docs/reference/money.md, "Money and sign"). */
export type JsonNumber = { digits: string };

// Quotes inside a text are escaped, so these in a row, then a colon, are a key and nothing else.
const moneyNumber =
  /"(amount|current|available)"\s*:\s*(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=\s*[,}])/g;

/**
 * Reads an answer of Plaid's; numbers in fields of money come as {@link JsonNumber}. Done in the text: a reviver, which could
 * tell the digits too, takes twenty times as long and holds up everybody else for a tenth of a second a page.
 * @throws SyntaxError where the text is no JSON
 */
export function parsePlaidJson(text: string): unknown {
  return JSON.parse(text.replaceAll(moneyNumber, '"$1":{"digits":"$2"}')) as unknown;
}
