import fc from "fast-check";
import { expect, it } from "vitest";
import { anyScript } from "../../../../tests/support/ledger-events.ts";
import { playScript } from "../../../../tests/support/ledger-run.ts";
import { problemsOf, readLedger } from "../../../../tests/support/ledger-truth.ts";
import { createLedgerWorld } from "../../../../tests/support/ledger-world.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
const database = useTestDatabase();
const cpu = () => { const c = process.threadCpuUsage(); return (c.user + c.system) / 1000; };
it("x", { timeout: 600_000 }, async () => {
  const world = createLedgerWorld(database());
  const s = { rows: 0, bank: 0, marks: 0, ack: 0, removed: 0, taken: 0, pairs: 0, scripts: 0, deaths: 0, events: 0, person: 0, play: 0, check: 0, cpu: 0 };
  const sa = world.startAnew; 
  await fc.assert(
    fc.asyncProperty(anyScript(16), async (script) => {
      const a = cpu();
      const outcome = await playScript(world, database(), script);
      const b = cpu();
      expect(await problemsOf(database(), world.control, outcome)).toEqual([]);
      s.play += b - a; s.check += cpu() - b; s.scripts++; s.events += script.length;
      const rows = await readLedger(database(), outcome.person);
      s.rows += rows.length; s.bank += world.control.truth(outcome.person.itemId).transactions.length;
      for (const r of rows) { s.marks += r.marks.length; if (r.isRemoved) s.removed++; if (r.bankIds.length > 1) s.taken++; if (r.transferPairId) s.pairs++; }
      for (const m of outcome.acknowledged.values()) s.ack += m.size;
    }),
    { numRuns: 60 },
  );
  console.log(JSON.stringify(s));
  const { rows } = await database().unsafeDb.execute("select kind, key, failures, last_error from jobs limit 5"); console.log(rows);
  const w = await database().unsafeDb.execute("select outcome, webhook_code, count(*) from webhook_inbox group by 1,2"); console.log(w.rows);
  const logged = {} as Record<string, number>; for (const l of world.logged) { const k = String(l["msg"]); logged[k] = (logged[k] ?? 0) + 1; } console.log(logged);
});
