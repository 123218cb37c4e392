import { writeSync } from "node:fs";
import { openDatabase } from "#server/database/db.ts";

/**
 * Program for tests that kill it: `database-writer.ts <dataDir> <commits>`. Prints `opened <rows>`, then `ack <n>` after each
 * commit of row n. It writes straight to the file descriptor, so a printed line proves the commit, whatever kills us next.
 */
const [dataDir, commits] = process.argv.slice(2);
const database = await openDatabase({ dataDir, isAlone: true });
await database.pool.query(
  "create table if not exists acknowledged (n int primary key, filling text not null)",
);
const { rows } = await database.pool.query<{ last: number }>(
  "select coalesce(max(n), 0) as last from acknowledged",
);
const last = rows[0]?.last ?? 0;
writeSync(1, `opened ${last}\n`);
for (let n = last + 1; n <= last + Number(commits); n += 1) {
  await database.pool.query("insert into acknowledged values ($1, repeat('x', 500))", [n]);
  writeSync(1, `ack ${n}\n`);
}
await database.close();
