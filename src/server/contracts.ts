import { authContract } from "#features/auth/contract.ts";
import { billsContract } from "#features/bills/contract.ts";
import { budgetsContract } from "#features/budgets/contract.ts";
import { codeSearchContract } from "#features/code-search/contract.ts";
import { contentContract } from "#features/content/contract.ts";
import { githubContract } from "#features/github/contract.ts";
import { householdContract } from "#features/household/contract.ts";
import { importsContract } from "#features/imports/contract.ts";
import { incomeContract } from "#features/income/contract.ts";
import { institutionsContract } from "#features/institutions/contract.ts";
import { overviewContract } from "#features/overview/contract.ts";
import { personalDataContract } from "#features/personal-data/contract.ts";
import { productsContract } from "#features/products/contract.ts";
import { reportsContract } from "#features/reports/contract.ts";
import { transactionsContract } from "#features/transactions/contract.ts";
import type { Contract } from "#shared/endpoint.ts";

/** The calls of every feature as plain data, for the API document and the tests generated from it. */
export const contracts: Record<string, Contract> = {
  content: contentContract,
  auth: authContract,
  github: githubContract,
  "code-search": codeSearchContract,
  bills: billsContract,
  products: productsContract,
  institutions: institutionsContract,
  transactions: transactionsContract,
  imports: importsContract,
  budgets: budgetsContract,
  income: incomeContract,
  overview: overviewContract,
  reports: reportsContract,
  household: householdContract,
  "personal-data": personalDataContract,
};
