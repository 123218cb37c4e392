import { openMemoryDatabase } from "../../src/server/database/db.ts";
import { migrateDatabase } from "../../src/server/database/migrate.ts";
import { checkLedgerModel } from "../../tests/support/ledger/ledger-model.ts";
import { formatCount, formatSeconds, type PartReport, type Result } from "./results.ts";

const scripts = 2_000;
const scriptsPerDatabase = 500;
const tellEvery = 100;

/** Longer and stormier than in the tests, each kind of script as often as the other. */
const kinds = [
  { name: "a bank that changes its list", rounds: 8, trouble: 0 },
  { name: "a line that fails and a server that dies as well", rounds: 8, trouble: 3 },
];

/** The long mode of the model-based test of the ledger: it ends at the first script that breaks it, in words. */
export async function measureLedgerModel(): Promise<PartReport> {
  const results: Result[] = [];
  for (const { name, ...kind } of kinds) {
    const startedAt = performance.now();
    await play(name, kind);
    results.push({
      name: `${formatCount(scripts)} scripts of ${name}`,
      value: formatSeconds(performance.now() - startedAt),
    });
  }
  return {
    title: "Ledger, model",
    results,
    remarks: [
      "Random scripts of a bank and a person against the sandbox bank; after each the ledger was the bank's, and no mark was lost. Time is only told.",
    ],
  };
}

async function play(name: string, kind: { rounds: number; trouble: number }): Promise<void> {
  for (let played = 0; played < scripts; played += scriptsPerDatabase) {
    const database = await openMemoryDatabase();
    try {
      await migrateDatabase(database);
      await checkLedgerModel(database, {
        ...kind,
        scripts: scriptsPerDatabase,
        onScript: (count) => {
          if (count % tellEvery === 0) console.log(`  ${name}: ${formatCount(played + count)} scripts`);
        },
      });
    } finally {
      await database.close();
    }
  }
}
