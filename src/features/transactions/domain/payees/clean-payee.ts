/*
 * Names that banks print on statements, without what isn't the payee (docs/reference/money.md, "Payees"). Every pattern takes
 * linear time. Two spaces mark a gap: banks pad their columns with them, and what is cut out leaves one.
 */

/** Longer texts are cut; no bank prints so much. */
const mostCharacters = 500;

/** Words for the way of payment, printed before the payee. */
const leadingWords =
  /^(?:pos|point of sale|ach(?: (?:debit|credit|withdrawal|deposit|payment|pmt))?|sepa|(?:debit|check) ?card|debit|card purchase|purchase|recurring(?: payment)?|preauthorized|authorized on|contactless|kartenzahlung|lastschrift)(?=[\s*:#./-])[\s*:#./-]*/i;

/** Payment processors, printed before the shop that they work for. */
const processors = /^(?:(?:sq|tst|pp|paypal|py|sp) ?\*\s*|SP (?=\S))/i;

const cuts: readonly RegExp[] = [
  // Days and times.
  /(?<!\d)\d{4}-\d\d-\d\d(?!\d)/g,
  /(?<![\d/])(?:0[1-9]|1[0-2])\/(?:[0-2]\d|3[01])(?:\/\d{2,4})?(?![\d/])/g,
  /(?<![\d/])(?:[0-2]\d|3[01])\/(?:0[1-9]|1[0-2])(?:\/\d{2,4})?(?![\d/])/g,
  /(?<![\d.])[0-3]?\d\.[01]?\d\.(?:\d{4}|\d\d)(?![\d.])/g,
  /(?<!\d)\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?(?!\w)/gi,
  // Card numbers.
  /(?:[•*]{2,}|(?<![\p{L}\d])x{2,}) ?\d{2,}/giu,
  // Phone numbers.
  /(?<!\d)(?:\+?1[-. ])?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?!\d)/g,
  /(?<!\d)\d{3}-\d{4}(?!\d)/g,
  // Numbers of shops and references.
  /# ?\d+/g,
  /(?<![\p{L}\p{N}])\d{4,}(?![\p{L}\p{N}])/gu,
];

/** Words of letters and digits, which are references if they're mixed enough. */
const mixedWord = /(?<![\p{L}\p{N}])[\p{L}\p{N}]{6,}(?![\p{L}\p{N}])/gu;

/** States whose code is no word. */
const plainStates =
  "AK AR AZ CA CT DC FL GA IA IL KS KY MN MT NC NE NH NJ NM NV NY RI SD TN TX UT VA VT WA WI WV WY";
/** States whose code may be a word, or the end of a company's name ("& CO"): only after a gap. */
const wordyStates = "AL CO DE HI ID IN LA MA MD ME MI MO MS ND OH OK OR PA SC";
const stateCodes = new Set(`${plainStates} ${wordyStates}`.split(" "));
const plainCodes = new Set(plainStates.split(" "));

/** Words that begin the name of a city of several. */
const cityStarts = new Set(
  "BATON CEDAR COLORADO CORPUS COSTA DALY DES EAST EL FORT FT GRAND KANSAS LAKE LAS LONG LOS MT MOUNT NEW NORTH OKLAHOMA PALM PALO PORT RAPID REDWOOD SALT SAN SANTA SOUTH ST SAINT VIRGINIA WEST".split(
    " ",
  ),
);

const edges = /^[\s\-–—*#:,./]+|[\s\-–—*#:,/]+$/g;

/**
 * Returns the payee of a statement's text: normalized, without the words of card payments, processors, dates, times, card and
 * phone numbers, references, and a city with its state at the end. The case stays as it is. Returns the whole text if nothing
 * with a letter would be left. Cleaning twice changes nothing more.
 */
export function cleanPayee(text: string): string {
  let cleaned = text
    .slice(0, mostCharacters)
    .normalize("NFKC")
    .slice(0, mostCharacters)
    .replaceAll(/[\p{Cc}\s]+/gu, (run) => " ".repeat(Math.min(run.length, 2)))
    .trim();
  for (;;) {
    const next = cleanOnce(cleaned);
    if (next === cleaned) return next;
    cleaned = next;
  }
}

function cleanOnce(text: string): string {
  const steps = [withoutLeading, withoutNumbers, withoutPlace, (rest: string) => rest.replaceAll(edges, "")];
  const cleaned = steps.reduce((rest, step) => {
    const next = step(rest).trim();
    return /\p{L}/u.test(next) ? next : rest;
  }, text);
  return cleaned.replaceAll(/\s+/g, " ").trim();
}

function withoutLeading(text: string): string {
  return text.replace(leadingWords, "").replace(processors, "");
}

function withoutNumbers(text: string): string {
  const rest = cuts.reduce((left, cut) => left.replaceAll(cut, "  "), text);
  return rest.replaceAll(mixedWord, (word) => (isReference(word) ? "  " : word));
}

/** Three digits among letters, or letters and digits that take turns. */
function isReference(word: string): boolean {
  const digits = word.match(/\p{N}/gu)?.length ?? 0;
  const turns = word.match(/\p{N}\p{L}|\p{L}\p{N}/gu)?.length ?? 0;
  return digits > 0 && digits < word.length && (digits >= 3 || turns >= 3);
}

/** Drops "AUSTIN TX", "SAN JOSE CA US" and the like from the end of texts in capitals. */
function withoutPlace(text: string): string {
  const country = /\s(?:USA?|UNITED STATES)$/.exec(text);
  const rest = country === null ? text : text.slice(0, country.index).trimEnd();
  const state = /(?<=\s)[A-Z]{2}$/.exec(rest)?.[0] ?? "";
  if (!stateCodes.has(state)) return rest;
  const before = rest.slice(0, -2).trimEnd();
  if (rest.at(-4) === " ") return before;
  const gap = before.lastIndexOf("  ");
  if (gap > 0) return isCity(before.slice(gap)) ? before.slice(0, gap) : rest;
  const words = before.split(" ");
  if (!(plainCodes.has(state) || country !== null) || words.length < 2) return rest;
  const isTwo = words.length > 2 && cityStarts.has(words.at(-2) ?? "");
  const city = words.splice(isTwo ? -2 : -1);
  return isCity(city.join(" ")) ? words.join(" ") : before;
}

/** At most three words of capital letters. */
function isCity(text: string): boolean {
  return /^\s*[A-Z.']+(?: [A-Z.']+){0,2}$/.test(text);
}
