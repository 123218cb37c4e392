CREATE TABLE "ledger_sums" (
	"user_id" uuid NOT NULL,
	"institution_access_item_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"iso_currency_code" text NOT NULL,
	"row_count" integer NOT NULL,
	"money_in" numeric NOT NULL,
	"money_out" numeric NOT NULL,
	CONSTRAINT "ledger_sums_key" PRIMARY KEY("account_id","iso_currency_code")
);
--> statement-breakpoint
ALTER TABLE "ledger_sums" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "transactions_item_date";--> statement-breakpoint
DROP INDEX "transactions_date";--> statement-breakpoint
ALTER TABLE "ledger_sums" ADD CONSTRAINT "ledger_sums_account" FOREIGN KEY ("account_id","institution_access_item_id","user_id") REFERENCES "public"."accounts"("account_id","institution_access_item_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "transactions_item_date" ON "transactions" USING btree ("user_id","institution_access_item_id","date","transaction_id","iso_currency_code","amount","kind","chosen_kind","financial_category_id","removed_by_bank_at","dismissed_at");--> statement-breakpoint
CREATE INDEX "transactions_date" ON "transactions" USING btree ("user_id","date","transaction_id");--> statement-breakpoint
CREATE POLICY "ledger_sums_of_the_user" ON "ledger_sums" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
-- Keeps `ledger_sums`: whole statements that add or delete rows at once, changed rows one by one, since few are changed in what counts.
CREATE FUNCTION sum_ledger() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
    IF OLD.removed_by_bank_at IS NULL AND OLD.dismissed_at IS NULL THEN
      UPDATE ledger_sums SET row_count = row_count - 1,
        money_in = money_in - greatest(OLD.amount, 0), money_out = money_out - least(OLD.amount, 0)
      WHERE account_id = OLD.account_id AND iso_currency_code = OLD.iso_currency_code;
    END IF;
    IF NEW.removed_by_bank_at IS NULL AND NEW.dismissed_at IS NULL THEN
      INSERT INTO ledger_sums AS kept
      VALUES (NEW.user_id, NEW.institution_access_item_id, NEW.account_id, NEW.iso_currency_code,
        1, greatest(NEW.amount, 0), least(NEW.amount, 0))
      ON CONFLICT (account_id, iso_currency_code) DO UPDATE SET row_count = kept.row_count + excluded.row_count,
        money_in = kept.money_in + excluded.money_in, money_out = kept.money_out + excluded.money_out;
    END IF;
  ELSE
    DELETE FROM ledger_sums;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER transactions_added AFTER INSERT ON transactions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_ledger();
--> statement-breakpoint
CREATE TRIGGER transactions_deleted AFTER DELETE ON transactions
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_ledger();
--> statement-breakpoint
CREATE TRIGGER transactions_changed AFTER UPDATE ON transactions FOR EACH ROW
  WHEN ((OLD.account_id, OLD.iso_currency_code, OLD.amount) IS DISTINCT FROM (NEW.account_id, NEW.iso_currency_code, NEW.amount)
    OR (OLD.removed_by_bank_at IS NULL AND OLD.dismissed_at IS NULL) <> (NEW.removed_by_bank_at IS NULL AND NEW.dismissed_at IS NULL))
  EXECUTE FUNCTION sum_ledger();
--> statement-breakpoint
CREATE TRIGGER transactions_truncated AFTER TRUNCATE ON transactions
  FOR EACH STATEMENT EXECUTE FUNCTION sum_ledger();
--> statement-breakpoint
INSERT INTO ledger_sums
SELECT user_id, institution_access_item_id, account_id, iso_currency_code,
  count(*), sum(greatest(amount, 0)), sum(least(amount, 0))
FROM transactions WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL
GROUP BY 1, 2, 3, 4;
