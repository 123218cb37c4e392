import { it } from "vitest";
import { checkLedgerModel } from "../../../../../tests/support/ledger/ledger-model.ts";
import { byDay } from "../../../../../tests/support/night.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";

const database = useTestDatabase();

it(
  "the ledger matches the bank and keeps every edit, however the bank's list changes",
  { timeout: 3_600_000 },
  () => checkLedgerModel(database(), { scripts: byDay(15, 1_200), rounds: 3, trouble: 0 }),
);
