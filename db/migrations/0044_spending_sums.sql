CREATE TABLE "spending_sums" (
	"user_id" uuid NOT NULL,
	"institution_access_item_id" integer NOT NULL,
	"month" date NOT NULL,
	"iso_currency_code" text NOT NULL,
	"financial_category_id" integer NOT NULL,
	"amount" numeric NOT NULL,
	CONSTRAINT "spending_sums_key" PRIMARY KEY("institution_access_item_id","month","iso_currency_code","financial_category_id")
);
--> statement-breakpoint
ALTER TABLE "spending_sums" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "spending_sums" ADD CONSTRAINT "spending_sums_item" FOREIGN KEY ("institution_access_item_id","user_id") REFERENCES "public"."institution_access_items"("institution_access_item_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "spending_sums_of_the_user" ON "spending_sums" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));
--> statement-breakpoint
-- Keeps `spending_sums` after each statement. Deleted rows add no sum: their bank may be gone, with its sums. A change of what
-- nobody sums, such as a payee, adds up to nothing and writes nothing.
CREATE FUNCTION sum_spending() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO spending_sums AS kept
    SELECT user_id, institution_access_item_id, date_trunc('month', date::timestamp)::date, iso_currency_code,
      coalesce(financial_category_id, 0), sum(amount)
    FROM new_rows WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL AND kind = 'spending'
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 3, 4, 5
    ON CONFLICT ON CONSTRAINT spending_sums_key DO UPDATE SET amount = kept.amount + excluded.amount;
  ELSIF TG_OP = 'DELETE' THEN
    UPDATE spending_sums AS kept SET amount = kept.amount - gone.amount
    FROM (
      SELECT institution_access_item_id AS item, date_trunc('month', date::timestamp)::date AS month, iso_currency_code AS currency,
        coalesce(financial_category_id, 0) AS category, sum(amount) AS amount
      FROM old_rows WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL AND kind = 'spending'
      GROUP BY 1, 2, 3, 4) AS gone
    WHERE kept.institution_access_item_id = gone.item AND kept.month = gone.month
      AND kept.iso_currency_code = gone.currency AND kept.financial_category_id = gone.category;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO spending_sums AS kept
    SELECT user_id, institution_access_item_id, date_trunc('month', date::timestamp)::date, iso_currency_code,
      coalesce(financial_category_id, 0), sum(amount)
    FROM (
      SELECT user_id, institution_access_item_id, date, iso_currency_code, financial_category_id, amount
      FROM new_rows WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL AND kind = 'spending'
      UNION ALL
      SELECT user_id, institution_access_item_id, date, iso_currency_code, financial_category_id, -amount
      FROM old_rows WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL AND kind = 'spending') AS changed
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(amount) <> 0 ORDER BY 2, 3, 4, 5
    ON CONFLICT ON CONSTRAINT spending_sums_key DO UPDATE SET amount = kept.amount + excluded.amount;
  ELSE
    DELETE FROM spending_sums;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER spending_added AFTER INSERT ON transactions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_spending();
--> statement-breakpoint
CREATE TRIGGER spending_deleted AFTER DELETE ON transactions
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_spending();
--> statement-breakpoint
CREATE TRIGGER spending_changed AFTER UPDATE ON transactions
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_spending();
--> statement-breakpoint
CREATE TRIGGER spending_truncated AFTER TRUNCATE ON transactions
  FOR EACH STATEMENT EXECUTE FUNCTION sum_spending();
--> statement-breakpoint
INSERT INTO spending_sums
SELECT user_id, institution_access_item_id, date_trunc('month', date::timestamp)::date, iso_currency_code,
  coalesce(financial_category_id, 0), sum(amount)
FROM transactions WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL AND kind = 'spending'
GROUP BY 1, 2, 3, 4, 5;
