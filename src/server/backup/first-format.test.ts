import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import {
  fileOf,
  oddText,
  openEmpty,
  passphrase,
  secretKey,
  useOddSite,
} from "../../../tests/support/odd-site.ts";
import { migrateDatabase } from "../database/migrate.ts";
import { checkBackup, readBackup } from "./backup.ts";
import { restoreInto } from "./backup-restore.ts";

useOddSite();
const firstFormat = (name: string) => resolve(import.meta.dirname, "fixtures", name);

describe("a backup of version 0.1", () => {
  it.each([
    { name: "first-format.backup", words: undefined },
    { name: "first-format-encrypted.backup", words: passphrase },
  ])("is restored from $name", async ({ name, words }) => {
    const { database: to } = await openEmpty();
    const path = firstFormat(name);
    const { header, secretKey: held } = await checkBackup(path, words);
    expect(header).toMatchObject({ format: 1, appVersion: "0.1.0", holdsKey: words !== undefined });
    expect(held).toEqual(words === undefined ? null : secretKey);
    await restoreInto(to, readBackup(path, words));
    const { rows } = await to.pool.query(
      "select key, left(value, 40) as value, length(value) as length, etag, as_of::text from upstream_copies order by key",
    );
    expect(rows).toEqual([
      { key: "end of rows", value: "\\.", length: 2, etag: "", as_of: "infinity" },
      { key: "line", value: "x\n\\.\ny", length: 6, etag: "\\N", as_of: "-infinity" },
      {
        key: "long",
        value: "0123456789".repeat(4),
        length: 1_000_000,
        etag: null,
        as_of: "0044-03-15 00:00:00+00 BC",
      },
      {
        key: "odd",
        value: oddText,
        length: Array.from(oddText).length,
        etag: null,
        as_of: "2026-11-21 13:53:11.123456+00",
      },
    ]);
    const { rows: others } = await to.pool.query(`
      select (select content::text from content_copies) as tree,
        (select string_agg(is_built_in || ' ' || transaction_ids::text, ';' order by financial_category_id) from category_removals) as removals,
        (select encode(bytes, 'hex') from product_picture_sizes) as bytes,
        (select count(*)::int from users) as users,
        (select string_agg(institution_name, ';' order by 1) from institution_access_items) as banks,
        (select count(*)::int from financial_categories) > 10 as categories,
        nextval('products_product_id_seq')::int as product`);
    expect(others).toEqual([
      {
        tree: '[1.10, "ä\\n\\t\\\\", null, 12345678901234567890]',
        removals: "true {};false {1,-2}",
        bytes: Buffer.from(Array.from({ length: 256 }, (_, n) => n)).toString("hex"),
        users: 1,
        banks: expect.stringContaining("Unlinked"),
        categories: true,
        product: 42,
      },
    ]);
    expect(await migrateDatabase(to)).not.toContain("0000_app_role");
    const { rows: people } = await to.pool.query(
      "select count(*)::int as people from users join identities using (user_id, mode) where length(handle) = 64",
    );
    expect(people, "their accounts have become rows of their own").toEqual([{ people: 1 }]);
  });

  it("is refused when truncated or changed anywhere, or with a wrong passphrase", async () => {
    const [plain, sealed] = [
      firstFormat("first-format.backup"),
      firstFormat("first-format-encrypted.backup"),
    ];
    await expect(checkBackup(sealed, "Zurich im Fruhling")).rejects.toThrow("Wrong passphrase");
    await expect(checkBackup(sealed)).rejects.toThrow("Enter its passphrase");
    for (const [path, words] of [
      [plain, undefined],
      [sealed, passphrase],
    ] as const) {
      const whole = readFileSync(path);
      for (const place of [200, whole.length - 2_000, whole.length - 40, whole.length - 1]) {
        await expect(checkBackup(fileOf(whole.subarray(0, place)), words)).rejects.toThrow(
          /is incomplete|is damaged/,
        );
        const altered = Buffer.from(whole);
        altered[place] = (altered[place] ?? 0) ^ 1;
        await expect(checkBackup(fileOf(altered), words)).rejects.toThrow(/is incomplete|is damaged/);
      }
    }
  });
});
