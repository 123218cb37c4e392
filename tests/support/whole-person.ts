import { sql } from "drizzle-orm";
import { createTestBudget } from "./factories/budget-factory.ts";
import { createTestGitHubLink } from "./factories/github-link-factory.ts";
import { createTestIncomeSource } from "./factories/income-source-factory.ts";
import type { Database } from "#server/database/db.ts";
import type { BankSite, Person } from "./sites/bank-site.ts";

/** Token of the GitHub account that `fillPerson` links. */
export const gitHubToken = "gho_of_a_whole_person";
/** Name of a budget that a spreadsheet would run as a formula. */
export const formulaName = "=2+5 autumn";

/**
 * Gives a person at least one row in every table with personal data: a bank with transactions and edits, a pending link,
 * budgets, income, GitHub. Returns the id of the bank's institution.
 */
export async function fillPerson(database: Database, site: BankSite, person: Person): Promise<number> {
  const { userId } = person;
  const { id } = await site.link(person);
  // The same accounts again: the site asks whether to link them anyway, and holds the link in the meantime.
  const again = site.control.link({ webhook: "http://localhost:3000/api/PlaidWebhook", days: 60 });
  const held = await person.post("/api/SetInstitutionAccessToken", { public_token: again });
  if (held.status !== 409) throw new Error(`the second link answered ${held.status}`);
  await createTestGitHubLink(site.server().kernel, userId, { accessToken: gitHubToken, login: "ashgrove" });
  const { budgetId } = await createTestBudget(database, userId, {
    name: formulaName,
    budgetAccessItems: [id],
    categories: [{ financialCategoryId: 1, estimate: 123.45 }],
    now: site.now,
  });
  const { incomeSourceId } = await createTestIncomeSource(database, userId, id, {
    amountDue: 950.5,
    now: site.now,
  });
  const at = site.now().toISOString();
  const { rows } = await database.unsafeDb.execute<{ id: number }>(
    sql`select transaction_id as id from transactions where user_id = ${userId} order by transaction_id limit 4`,
  );
  const [first, second, third] = rows.map((row) => row.id);
  if (first === undefined || second === undefined || third === undefined)
    throw new Error("the bank has no rows");
  await database.unsafeDb.execute(
    sql.raw(`
    insert into financial_categories (user_id, name, name_key) values ('${userId}', 'Attic', 'attic');
    insert into bank_category_choices (user_id, bank_code) values ('${userId}', 'TRAVEL');
    insert into sorting_settings (user_id, learns) values ('${userId}', false);
    insert into rules (user_id, position, name, conditions, financial_category_id, is_on, created_at)
      values ('${userId}', 1, 'Attic things', '[{"field":"payee","op":"is","values":["Attic Lamps"]}]',
        (select financial_category_id from financial_categories where user_id = '${userId}'), true, '${at}');
    insert into undos (undo_id, user_id, at, text, change)
      values (gen_random_uuid(), '${userId}', '${at}', 'Added the rule “Attic things”.', '{"rules":[]}');
    update transactions set financial_category_id = (select financial_category_id from financial_categories where user_id = '${userId}'),
      category_source = 'person' where transaction_id = ${first};
    insert into transaction_parts (transaction_id, user_id, part_id, amount, left_out)
      select transaction_id, user_id, part_id, case part_id when 1 then 100 else amount - 100 end, false
      from transactions, generate_series(1, 2) part_id where transaction_id = ${third};
    insert into tags (user_id, name, name_key) values ('${userId}', 'Trip', 'trip');
    insert into transaction_tags (transaction_id, tag_id, user_id)
      values (${first}, (select tag_id from tags where user_id = '${userId}'), '${userId}');
    insert into budget_exemptions (budget_id, transaction_id, user_id, is_exempt) values (${budgetId}, ${first}, '${userId}', true);
    insert into transfer_decisions (out_transaction_id, in_transaction_id, user_id, is_transfer)
      values (${first}, ${second}, '${userId}', false);
    insert into moved_marks (from_transaction_id, to_transaction_id, user_id, exemptions)
      values (${second}, ${third}, '${userId}', '[]');
    insert into category_removals (user_id, removed_at, financial_category_id, name, is_built_in, transaction_ids, budgets)
      values ('${userId}', '${at}', 999, 'Cellar', false, '{${first}}', '[]');
    insert into income_payments (user_id, income_source_id, payment_date, credited_month, manual_amount, payment_memo, is_manual_adjustment, created_at)
      values ('${userId}', ${incomeSourceId}, '2026-11-03', '2026-11', 95050, 'in cash', true, '${at}');
    insert into unlinked_income_payments (income_payment_id, user_id, income_source_id, payment_date, credited_month, manual_amount, payment_memo, is_manual_adjustment, created_at, unlinked_at, with_source)
      values (${1_000_000 + first}, '${userId}', ${incomeSourceId}, '2026-10-03', '2026-10', 1, 'a cent', true, '${at}', '${at}', false);
    insert into income_dismissals (income_source_id, transaction_id, user_id, dismissed_at)
      values (${incomeSourceId}, ${first}, '${userId}', '${at}');
    insert into budget_series (user_id, every, unit, anchor, made_through) values ('${userId}', 1, 'month', '2026-11-01', '2026-11-30');
    insert into budget_drafts (user_id, mode, drafted_at) values ('${userId}', 'sandbox', '${at}') on conflict do nothing;
    insert into income_refusals (institution_access_item_id, payee_key, iso_currency_code, user_id, refused_at)
      values (${id}, 'interest paid', 'USD', '${userId}', '${at}');
    insert into imports (import_id, user_id, file_name, sha256, format, dialect, answers, account_ids, counts, written, at)
      values (${first}, '${userId}', 'november.csv', 'abc', 'csv', 'csv date|amount', '{}', '{}', '{}', '{}', '${at}');
    insert into import_previews (user_id, file_name, sha256, format, dialect, answers, statement, plans, expires_at)
      values ('${userId}', 'december.csv', 'def', 'csv', 'csv date|amount', '{}', 'x', '[]', '${at}');
    insert into import_mappings (user_id, account_id, dialect, answers, used_at)
      select '${userId}', account_id, 'csv date|amount', '{"sign":"negativeIsOut"}', '${at}' from accounts where user_id = '${userId}' limit 1;
    insert into passkeys (user_id, credential_id, public_key, host, counter, transports, is_synced, name, created_at, last_used_at)
      values ('${userId}', 'credential of ${userId}', 'AAAA', 'elsewhere.example', 3, 'usb', false, 'Firefox on Linux', '${at}', '${at}');
    insert into invitations (user_id, token_hash, role, name, created_at, expires_at)
      values ('${userId}', 'invitation of ${userId}', 'member', 'Wren', '${at}', '${at}');
    with wren as (
      insert into users (mode, handle, user_details, identity_provider, first_sign_in, last_sign_in)
      values ('sandbox', 'Wren', 'Wren', 'passkey', '${at}', '${at}')
      on conflict (handle) do update set last_sign_in = excluded.last_sign_in returning user_id)
    insert into household_members (user_id, owner_name, member_id, member_name, access, invited_at, accepted_at)
      select '${userId}', 'Ash', user_id, 'Wren', 'write', '${at}', '${at}' from wren;
    insert into household_changes (user_id, actor_id, actor_name, is_by_owner, call, things, at)
      values ('${userId}', '${userId}', 'Ash', true, '/api/SaveBudget', '{}', '${at}');
    insert into calendar_feeds (user_id, token_hash, created_at) values ('${userId}', 'feed of ${userId}', '${at}')`),
  );
  return id;
}

/**
 * Returns every row of every table as text, to check what one person's deletion leaves of others' data. Call counts are
 * excluded, because each call of a test changes them and they identify nobody.
 */
export async function everyRow(database: Database): Promise<Record<string, string[]>> {
  const { unsafeDb } = database;
  const { rows: tables } = await unsafeDb.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'call_counts' order by tablename`,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await unsafeDb.execute<{ text: string }>(
      sql`select row_to_json(one)::text as text from public.${sql.identifier(name)} one order by 1`,
    );
    all[name] = rows.map(({ text }) => text);
  }
  return all;
}
