import { createHash } from "node:crypto";

/** An invented person of the sandbox. Nobody here exists, and `.example` addresses never will. */
export type SandboxAccount = {
  accountId: string;
  /** Entra's oid: the person within the tenant. */
  objectId: string;
  name: string;
  address: string;
  note: string;
};

/** The invented organization of all sandbox people. */
export const sandboxTenantId = "5b0c7f4e-93d1-4d0a-8f53-6f0a2c1de713";

/** The two accounts to choose from. */
export const sandboxAccounts: SandboxAccount[] = [
  {
    accountId: "avery",
    objectId: "0d4b6a52-7d3f-4c0e-a1c7-2f9d1b6e8a01",
    name: "Avery Quillfeather",
    address: "avery@lanternfish-works.example",
    note: "The first of two people, for trying out how their data is kept apart.",
  },
  {
    accountId: "morgan",
    objectId: "c7e9b4f1-52a8-4b6d-9e30-84d6f2a35b02",
    name: "Morgan Saltmarsh",
    address: "morgan@lanternfish-works.example",
    note: "The second person, whose private area starts empty.",
  },
];

const firstNames = [
  "Ash",
  "Blake",
  "Casey",
  "Drew",
  "Ellis",
  "Finley",
  "Harper",
  "Indigo",
  "Jules",
  "Kit",
  "Lane",
  "Rowan",
];
const lastNames = [
  "Amberly",
  "Birchgrove",
  "Coppersmith",
  "Driftwood",
  "Elmstead",
  "Fernhollow",
  "Greywater",
  "Hazelnut",
];
const demoId = /^demo-[0-9a-f]{32}$/;

/** Returns the account of an id: one of the two, or a demo's invented visitor; undefined for anything else. */
export function findSandboxAccount(accountId: string): SandboxAccount | undefined {
  if (demoId.test(accountId)) return demoAccount(accountId);
  return sandboxAccounts.find((account) => account.accountId === accountId);
}

/** Creates a person from an id of `demo-` and 32 hexadecimal digits; the same id always gives the same person. */
export function demoAccount(accountId: string): SandboxAccount {
  const hash = createHash("sha256").update(accountId).digest();
  const pick = (names: string[], at: number) => names[hash.readUInt16BE(at) % names.length] ?? "Visitor";
  const [first, last] = [pick(firstNames, 0), pick(lastNames, 2)];
  const hex = hash.subarray(4, 20).toString("hex");
  return {
    accountId,
    objectId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    name: `${first} ${last}`,
    address: `${first}.${last}.${hex.slice(0, 4)}@visitors.example`.toLowerCase(),
    note: "Invented for this browser. Anything you enter is deleted after a day.",
  };
}
