/** A number of money as it stood in the JSON text: digit for digit, never through a float (FINANCE section 1). */
export class JsonNumber {
  readonly digits: string;
  constructor(digits: string) {
    this.digits = digits;
  }
}

const moneyFields: ReadonlySet<string> = new Set(["amount", "current", "available"]);

/**
 * Reads an answer of Plaid's; numbers in fields of money come as {@link JsonNumber}.
 * @throws SyntaxError where the text is no JSON
 */
export function parsePlaidJson(text: string): unknown {
  return JSON.parse(text, keepDigits) as unknown;
}

function keepDigits(key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== "number" || !moneyFields.has(key)) return value;
  return new JsonNumber(context?.source ?? String(value));
}
