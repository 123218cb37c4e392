import { it } from "vitest";
import { checkLedgerModel } from "../../../../../tests/support/ledger/ledger-model.ts";
import { byDay } from "../../../../../tests/support/night.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";

const database = useTestDatabase();

/** Beside `ledger-model.test.ts`, so that the two run at the same time. */
it(
  "whenever the line fails, the list changes or the server dies, the ledger is the bank's and keeps every mark",
  { timeout: 900_000 },
  () => checkLedgerModel(database(), { scripts: byDay(15, 1_200), rounds: 3, trouble: 2 }),
);
