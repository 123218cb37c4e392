import type { BuiltInCategory } from "../sorting/built-in-categories.ts";
import { payeeKey } from "./payee-key.ts";

/** Common words in payees' names, by the category of money out that they suggest. */
const spendingWords: Partial<Record<BuiltInCategory, string>> = {
  Groceries: "grocery groceries grocer supermarket market foods deli butcher",
  "Dining Out":
    "restaurant cafe coffee espresso bakery bistro diner grill pizza pizzeria taqueria sushi ramen tavern pub brewery kitchen eatery",
  Fuel: "fuel gas gasoline petrol petroleum",
  Transportation:
    "parking garage transit metro taxi cab toll tolls rail railway bus ferry carwash tire tires",
  Insurance: "insurance assurance",
  Health:
    "pharmacy drugstore chemist dental dentist clinic hospital medical optical optometry physician orthodontics",
  "Phone & Internet": "wireless mobile telecom broadband internet cable",
  Utilities: "electric electricity utility utilities sewer energy power",
  Housing: "rent mortgage apartments storage",
  Subscriptions: "subscription subscriptions streaming",
  Entertainment: "cinema cinemas theater theatre tickets museum bowling arcade concert",
  Shopping: "outfitters apparel clothing shoes boutique department",
  "Home & Garden": "hardware garden nursery furniture lumber plumbing landscaping",
  Children: "daycare childcare toys preschool",
  Education: "university college school tuition bookstore academy",
  Pets: "pet pets veterinary vet kennel",
  "Personal Care": "salon barber spa nails fitness gym yoga",
  Travel: "hotel hotels inn motel hostel airline airlines airways lodging resort",
  "Gifts & Donations": "donation donations charity florist flowers foundation",
  Taxes: "tax taxes treasury irs",
  "Bank Fees": "fee fees overdraft surcharge",
  Cash: "atm",
};

const incomeWords: Partial<Record<BuiltInCategory, string>> = {
  Salary: "payroll salary wages",
  Interest: "interest dividend dividends",
  "Rent received": "rent",
};

const categories = { out: byWord(spendingWords), in: byWord(incomeWords) };

function byWord(words: Partial<Record<BuiltInCategory, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(words).flatMap(([category, list]) => list.split(" ").map((word) => [word, category])),
  );
}

/**
 * Returns the built-in category that the words of a payee's name suggest; null for none. It's only ever offered, since a
 * "Garden Grill" is no garden (docs/reference/money.md, "Sorting by payee"). The last word that says something decides: it
 * names the kind of shop.
 */
export function suggestedCategory(payee: string, direction: "in" | "out"): string | null {
  const said = payeeKey(payee)
    .split(" ")
    .map((word) => categories[direction].get(word));
  return said.findLast((category) => category !== undefined) ?? null;
}
