-- Sums of accounts are by month now, with those of rows that aren't pending apart: net worth adds up whole months of them.
DELETE FROM ledger_sums;
--> statement-breakpoint
ALTER TABLE "ledger_sums" ADD COLUMN "month" date NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_sums" ADD COLUMN "posted" numeric NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_sums" DROP CONSTRAINT "ledger_sums_key";
--> statement-breakpoint
ALTER TABLE "ledger_sums" ADD CONSTRAINT "ledger_sums_key" PRIMARY KEY("account_id","iso_currency_code","month");
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
  ELSIF TG_OP = 'UPDATE' THEN
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
  ELSE
    DELETE FROM ledger_sums;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
INSERT INTO ledger_sums (user_id, institution_access_item_id, account_id, iso_currency_code, month, row_count, money_in, money_out, posted)
SELECT user_id, institution_access_item_id, account_id, iso_currency_code, date_trunc('month', date::timestamp)::date,
  count(*), sum(greatest(amount, 0)), sum(least(amount, 0)), coalesce(sum(amount) FILTER (WHERE NOT pending), 0)
FROM transactions WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL
GROUP BY 1, 2, 3, 4, 5;
