/** Names of the categories that everybody has, in the order of their ids (migration 0011). */
export const builtInCategories = [
  "Housing",
  "Utilities",
  "Groceries",
  "Dining Out",
  "Transportation",
  "Fuel",
  "Insurance",
  "Health",
  "Phone & Internet",
  "Subscriptions",
  "Entertainment",
  "Shopping",
  "Home & Garden",
  "Children",
  "Education",
  "Pets",
  "Personal Care",
  "Travel",
  "Gifts & Donations",
  "Taxes",
  "Bank Fees",
  "Debt Payments",
] as const;

export type BuiltInCategory = (typeof builtInCategories)[number];
