-- Changed rows are summed once for a statement, too: a change of each on its own rewrote the same sum again and again, which
-- takes the square of their number.
DROP TRIGGER transactions_changed ON transactions;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION sum_ledger() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO ledger_sums AS kept
    SELECT user_id, institution_access_item_id, account_id, iso_currency_code,
      count(*), sum(greatest(amount, 0)), sum(least(amount, 0))
    FROM new_rows WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL
    GROUP BY 1, 2, 3, 4 ORDER BY 3, 4
    ON CONFLICT (account_id, iso_currency_code) DO UPDATE SET row_count = kept.row_count + excluded.row_count,
      money_in = kept.money_in + excluded.money_in, money_out = kept.money_out + excluded.money_out;
  ELSIF TG_OP = 'DELETE' THEN
    -- Never adds a row: the account may be gone as well.
    UPDATE ledger_sums AS kept SET row_count = kept.row_count - gone.row_count,
      money_in = kept.money_in - gone.money_in, money_out = kept.money_out - gone.money_out
    FROM (
      SELECT account_id, iso_currency_code, count(*) AS row_count,
        sum(greatest(amount, 0)) AS money_in, sum(least(amount, 0)) AS money_out
      FROM old_rows WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL
      GROUP BY 1, 2) AS gone
    WHERE kept.account_id = gone.account_id AND kept.iso_currency_code = gone.iso_currency_code;
  ELSIF TG_OP = 'UPDATE' THEN
    -- An account that moves to another bank has rows of both in one statement.
    INSERT INTO ledger_sums AS kept
    SELECT user_id, coalesce(max(institution_access_item_id) FILTER (WHERE row_count > 0), max(institution_access_item_id)),
      account_id, iso_currency_code, sum(row_count), sum(row_count * greatest(amount, 0)), sum(row_count * least(amount, 0))
    FROM (
      SELECT user_id, institution_access_item_id, account_id, iso_currency_code, amount, 1 AS row_count
      FROM new_rows WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL
      UNION ALL
      SELECT user_id, institution_access_item_id, account_id, iso_currency_code, amount, -1
      FROM old_rows WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL) AS changed
    GROUP BY user_id, account_id, iso_currency_code
    HAVING sum(row_count) <> 0 OR sum(row_count * greatest(amount, 0)) <> 0 OR sum(row_count * least(amount, 0)) <> 0
    ORDER BY 3, 4
    ON CONFLICT (account_id, iso_currency_code) DO UPDATE SET row_count = kept.row_count + excluded.row_count,
      money_in = kept.money_in + excluded.money_in, money_out = kept.money_out + excluded.money_out;
  ELSE
    DELETE FROM ledger_sums;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER transactions_changed AFTER UPDATE ON transactions
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_ledger();
