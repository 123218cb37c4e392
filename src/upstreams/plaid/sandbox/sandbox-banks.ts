import { money, type Money } from "#shared/money.ts";

/* Three invented banks and two invented people. Each bank's name hints at its condition. */

export type BankTrouble = "none" | "login" | "down";

export type SandboxBank = {
  id: string;
  name: string;
  /** Shown to a person choosing a bank. */
  note: string;
  color: string;
  trouble: BankTrouble;
};

export type SandboxPerson = {
  /** Typed as the user name. */
  id: "avery" | "morgan";
  name: string;
  note: string;
};

export type SandboxAccount = {
  key: string;
  name: string;
  officialName: string | null;
  mask: string;
  type: "depository" | "credit" | "loan";
  subtype: "checking" | "savings" | "credit card" | "mortgage" | "student" | "cd";
  currency: string;
  /** Balance before the first row; money in is positive, so a debt is negative. */
  opening: Money;
  /** For a card. */
  limit?: Money;
};

/** Plaid's ids of the three banks, by condition. */
export const bankIds = { healthy: "ins_900001", repair: "ins_900002", down: "ins_900003" } as const;

export const sandboxBanks: readonly SandboxBank[] = [
  {
    id: bankIds.healthy,
    name: "Lanternfish Bank",
    note: "Works normally.",
    color: "#1f4fd1",
    trouble: "none",
  },
  {
    id: bankIds.repair,
    name: "Rusty Gate Credit Union",
    note: "Works at first, then requires a new sign-in to repair the link.",
    color: "#9a4a1c",
    trouble: "login",
  },
  {
    id: bankIds.down,
    name: "Stormcloud Savings",
    note: "Works at first, then goes down and stays down.",
    color: "#4b5a6b",
    trouble: "down",
  },
];

export const sandboxPeople: readonly SandboxPerson[] = [
  {
    id: "avery",
    name: "Avery Quillfeather",
    note: "Has a salary, four tenants, and a home loan.",
  },
  {
    id: "morgan",
    name: "Morgan Saltmarsh",
    note: "Has a salary, rents out a room, and is paying off a student loan.",
  },
];

export function findBank(id: string): SandboxBank | undefined {
  return sandboxBanks.find((bank) => bank.id === id);
}

export function findPerson(id: string): SandboxPerson | undefined {
  return sandboxPeople.find((person) => person.id === id);
}

/** Returns a person's accounts at a bank, whether shared or not. */
export function accountsAt(bankId: string, personId: string): readonly SandboxAccount[] {
  const bank = findBank(bankId);
  const person = findPerson(personId);
  if (bank === undefined || person === undefined) return [];
  const isAvery = person.id === "avery";
  if (bank.trouble === "login") return creditUnionAccounts(isAvery);
  return bank.trouble === "down" ? savingsBankAccounts(isAvery) : mainAccounts(isAvery);
}

function mainAccounts(isAvery: boolean): SandboxAccount[] {
  const loan = isAvery
    ? { name: "Home Loan", officialName: "Lanternfish Fixed Home Loan", subtype: "mortgage" as const }
    : { name: "Student Loan", officialName: "Lanternfish Study Loan", subtype: "student" as const };
  return [
    {
      key: "checking",
      name: "Everyday Checking",
      officialName: "Lanternfish Everyday Checking Account",
      mask: isAvery ? "4417" : "6620",
      type: "depository",
      subtype: "checking",
      currency: "USD",
      opening: money(isAvery ? 612_045 : 338_210),
    },
    {
      key: "savings",
      name: "Rainy Day Savings",
      officialName: "Lanternfish Rainy Day Savings Account",
      mask: isAvery ? "8802" : "1194",
      type: "depository",
      subtype: "savings",
      currency: "USD",
      opening: money(isAvery ? 1_850_000 : 925_000),
    },
    {
      key: "card",
      name: "Lantern Card",
      officialName: "Lanternfish Lantern Credit Card",
      mask: isAvery ? "0935" : "7781",
      type: "credit",
      subtype: "credit card",
      currency: "USD",
      opening: money(-84_213),
      limit: money(900_000),
    },
    {
      key: "euro",
      name: "Euro Account",
      officialName: "Lanternfish Currency Account EUR",
      mask: isAvery ? "2208" : "2291",
      type: "depository",
      subtype: "checking",
      currency: "EUR",
      opening: money(isAvery ? 241_680 : 98_400),
    },
    {
      key: "yen",
      name: "Yen Account",
      officialName: "Lanternfish Currency Account JPY",
      mask: isAvery ? "7145" : "7160",
      type: "depository",
      subtype: "savings",
      currency: "JPY",
      opening: money(isAvery ? 186_400 : 412_900),
    },
    {
      key: "loan",
      ...loan,
      mask: isAvery ? "3306" : "3350",
      type: "loan",
      currency: "USD",
      opening: money(isAvery ? -24_800_000 : -3_140_000),
    },
  ];
}

function creditUnionAccounts(isAvery: boolean): SandboxAccount[] {
  return [
    {
      key: "checking",
      name: "Household Checking",
      // Not every bank has a longer name.
      officialName: null,
      mask: isAvery ? "5150" : "5189",
      type: "depository",
      subtype: "checking",
      currency: "USD",
      opening: money(81_260),
    },
    {
      key: "card",
      name: "Hinge Card",
      officialName: "Rusty Gate Hinge Credit Card",
      mask: isAvery ? "6014" : "6077",
      type: "credit",
      subtype: "credit card",
      currency: "USD",
      opening: money(-21_940),
      limit: money(300_000),
    },
  ];
}

function savingsBankAccounts(isAvery: boolean): SandboxAccount[] {
  return [
    {
      key: "savings",
      name: "Cloud Savings",
      officialName: "Stormcloud Cloud Savings Account",
      mask: isAvery ? "9021" : "9034",
      type: "depository",
      subtype: "savings",
      currency: "USD",
      opening: money(isAvery ? 402_000 : 150_500),
    },
    {
      key: "certificate",
      name: "12 Month Certificate",
      officialName: "Stormcloud 12 Month Certificate of Deposit",
      mask: isAvery ? "9910" : "9923",
      type: "depository",
      subtype: "cd",
      currency: "USD",
      opening: money(500_000),
    },
  ];
}
