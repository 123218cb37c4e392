-- Changed rows are compared once, and only sums that can have changed are added up: a note, a tag's rule, or a category without a
-- new payee leaves the others as they are. The function of each table of sums keeps what it does for new and deleted rows.
DROP TRIGGER transactions_changed ON transactions;
--> statement-breakpoint
DROP TRIGGER months_changed ON transactions;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION sum_ledger() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO ledger_sums AS kept (user_id, institution_access_item_id, account_id, iso_currency_code, month, row_count, money_in, money_out, posted)
    SELECT user_id, institution_access_item_id, account_id, iso_currency_code, date_trunc('month', date::timestamp)::date,
      count(*), sum(greatest(amount, 0)), sum(least(amount, 0)), coalesce(sum(amount) FILTER (WHERE NOT pending), 0)
    FROM new_rows WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 3, 4, 5
    ON CONFLICT (account_id, iso_currency_code, month) DO UPDATE SET row_count = kept.row_count + excluded.row_count,
      money_in = kept.money_in + excluded.money_in, money_out = kept.money_out + excluded.money_out,
      posted = kept.posted + excluded.posted;
  ELSIF TG_OP = 'DELETE' THEN
    -- Never adds a row: the account may be gone as well.
    UPDATE ledger_sums AS kept SET row_count = kept.row_count - gone.row_count,
      money_in = kept.money_in - gone.money_in, money_out = kept.money_out - gone.money_out, posted = kept.posted - gone.posted
    FROM (
      SELECT account_id, iso_currency_code, date_trunc('month', date::timestamp)::date AS month, count(*) AS row_count,
        sum(greatest(amount, 0)) AS money_in, sum(least(amount, 0)) AS money_out,
        coalesce(sum(amount) FILTER (WHERE NOT pending), 0) AS posted
      FROM old_rows WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL
      GROUP BY 1, 2, 3) AS gone
    WHERE kept.account_id = gone.account_id AND kept.iso_currency_code = gone.iso_currency_code AND kept.month = gone.month;
  ELSE
    DELETE FROM ledger_sums;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION sum_months() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO category_sums AS kept (user_id, institution_access_item_id, month, iso_currency_code, kind, financial_category_id, row_count, amount)
    SELECT user_id, institution_access_item_id, date_trunc('month', date::timestamp)::date, iso_currency_code,
      kind, coalesce(financial_category_id, 0), count(*), sum(amount)
    FROM new_rows WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL AND kind IN ('spending', 'income')
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 2, 3, 4, 5, 6
    ON CONFLICT ON CONSTRAINT category_sums_key DO UPDATE
      SET row_count = kept.row_count + excluded.row_count, amount = kept.amount + excluded.amount;
    INSERT INTO payee_sums AS kept (user_id, institution_access_item_id, month, iso_currency_code, payee, row_count, amount)
    SELECT user_id, institution_access_item_id, date_trunc('month', date::timestamp)::date, iso_currency_code, payee, count(*), sum(amount)
    FROM new_rows WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL AND kind = 'spending'
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 3, 4, 5
    ON CONFLICT ON CONSTRAINT payee_sums_key DO UPDATE
      SET row_count = kept.row_count + excluded.row_count, amount = kept.amount + excluded.amount;
  ELSIF TG_OP = 'DELETE' THEN
    UPDATE category_sums AS kept SET row_count = kept.row_count - gone.row_count, amount = kept.amount - gone.amount
    FROM (
      SELECT institution_access_item_id AS item, date_trunc('month', date::timestamp)::date AS month, iso_currency_code AS currency,
        kind, coalesce(financial_category_id, 0) AS category, count(*) AS row_count, sum(amount) AS amount
      FROM old_rows WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL AND kind IN ('spending', 'income')
      GROUP BY 1, 2, 3, 4, 5) AS gone
    WHERE kept.institution_access_item_id = gone.item AND kept.month = gone.month AND kept.iso_currency_code = gone.currency
      AND kept.kind = gone.kind AND kept.financial_category_id = gone.category;
    UPDATE payee_sums AS kept SET row_count = kept.row_count - gone.row_count, amount = kept.amount - gone.amount
    FROM (
      SELECT institution_access_item_id AS item, date_trunc('month', date::timestamp)::date AS month, iso_currency_code AS currency,
        payee, count(*) AS row_count, sum(amount) AS amount
      FROM old_rows WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL AND kind = 'spending'
      GROUP BY 1, 2, 3, 4) AS gone
    WHERE kept.institution_access_item_id = gone.item AND kept.month = gone.month AND kept.iso_currency_code = gone.currency
      AND kept.payee = gone.payee;
  ELSE
    DELETE FROM category_sums;
    DELETE FROM payee_sums;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Without nested loops, because the plan that a connection keeps may have been made for a statement with one row.
CREATE FUNCTION sum_changes() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp SET enable_nestloop = off AS $$
DECLARE
  is_ledger_changed boolean;
  are_categories_changed boolean;
  are_payees_changed boolean;
BEGIN
  SELECT bool_or(is_moved OR was.account_id <> own.account_id OR was.pending <> own.pending),
    bool_or(is_moved OR was.kind <> own.kind OR was.financial_category_id IS DISTINCT FROM own.financial_category_id),
    bool_or(is_moved OR was.kind <> own.kind OR was.payee <> own.payee)
  INTO is_ledger_changed, are_categories_changed, are_payees_changed
  FROM old_rows AS was JOIN new_rows AS own USING (transaction_id) CROSS JOIN LATERAL (
    SELECT was.user_id <> own.user_id OR was.institution_access_item_id <> own.institution_access_item_id OR was.date <> own.date
      OR was.amount <> own.amount OR was.iso_currency_code <> own.iso_currency_code
      OR (was.removed_by_bank_at IS NULL) <> (own.removed_by_bank_at IS NULL)
      OR (was.dismissed_at IS NULL) <> (own.dismissed_at IS NULL) AS is_moved) AS fact;
  IF is_ledger_changed THEN
    -- An account that moves to another bank has rows of both in one statement.
    INSERT INTO ledger_sums AS kept (user_id, institution_access_item_id, account_id, iso_currency_code, month, row_count, money_in, money_out, posted)
    SELECT user_id, coalesce(max(institution_access_item_id) FILTER (WHERE sign > 0), max(institution_access_item_id)),
      account_id, iso_currency_code, date_trunc('month', date::timestamp)::date, sum(sign), sum(sign * greatest(amount, 0)), sum(sign * least(amount, 0)),
      coalesce(sum(sign * amount) FILTER (WHERE NOT pending), 0)
    FROM (
      SELECT user_id, institution_access_item_id, account_id, iso_currency_code, date, amount, pending, 1 AS sign
      FROM new_rows WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL
      UNION ALL
      SELECT user_id, institution_access_item_id, account_id, iso_currency_code, date, amount, pending, -1
      FROM old_rows WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL) AS changed
    GROUP BY 1, 3, 4, 5
    HAVING sum(sign) <> 0 OR sum(sign * greatest(amount, 0)) <> 0 OR sum(sign * least(amount, 0)) <> 0
      OR coalesce(sum(sign * amount) FILTER (WHERE NOT pending), 0) <> 0
    ORDER BY 3, 4, 5
    ON CONFLICT (account_id, iso_currency_code, month) DO UPDATE SET row_count = kept.row_count + excluded.row_count,
      money_in = kept.money_in + excluded.money_in, money_out = kept.money_out + excluded.money_out,
      posted = kept.posted + excluded.posted;
  END IF;
  IF are_categories_changed THEN
    INSERT INTO category_sums AS kept (user_id, institution_access_item_id, month, iso_currency_code, kind, financial_category_id, row_count, amount)
    SELECT user_id, institution_access_item_id, date_trunc('month', date::timestamp)::date, iso_currency_code,
      kind, coalesce(financial_category_id, 0), sum(sign), sum(sign * amount)
    FROM (
      SELECT user_id, institution_access_item_id, date, iso_currency_code, kind, financial_category_id, amount, 1 AS sign
      FROM new_rows WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL AND kind IN ('spending', 'income')
      UNION ALL
      SELECT user_id, institution_access_item_id, date, iso_currency_code, kind, financial_category_id, amount, -1
      FROM old_rows WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL AND kind IN ('spending', 'income')) AS changed
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0 ORDER BY 2, 3, 4, 5, 6
    ON CONFLICT ON CONSTRAINT category_sums_key DO UPDATE
      SET row_count = kept.row_count + excluded.row_count, amount = kept.amount + excluded.amount;
  END IF;
  IF are_payees_changed THEN
    INSERT INTO payee_sums AS kept (user_id, institution_access_item_id, month, iso_currency_code, payee, row_count, amount)
    SELECT user_id, institution_access_item_id, date_trunc('month', date::timestamp)::date, iso_currency_code,
      payee, sum(sign), sum(sign * amount)
    FROM (
      SELECT user_id, institution_access_item_id, date, iso_currency_code, payee, amount, 1 AS sign
      FROM new_rows WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL AND kind = 'spending'
      UNION ALL
      SELECT user_id, institution_access_item_id, date, iso_currency_code, payee, amount, -1
      FROM old_rows WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL AND kind = 'spending') AS changed
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0 ORDER BY 2, 3, 4, 5
    ON CONFLICT ON CONSTRAINT payee_sums_key DO UPDATE
      SET row_count = kept.row_count + excluded.row_count, amount = kept.amount + excluded.amount;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sums_changed AFTER UPDATE ON transactions
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_changes();
