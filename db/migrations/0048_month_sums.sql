-- Sums by month are of spending and income now, by category and, for spending, by payee, each with the number of its rows.
DROP TRIGGER spending_added ON transactions;
--> statement-breakpoint
DROP TRIGGER spending_deleted ON transactions;
--> statement-breakpoint
DROP TRIGGER spending_changed ON transactions;
--> statement-breakpoint
DROP TRIGGER spending_truncated ON transactions;
--> statement-breakpoint
DROP FUNCTION sum_spending();
--> statement-breakpoint
DROP POLICY "spending_sums_of_the_user" ON "spending_sums" CASCADE;--> statement-breakpoint
DROP POLICY "spending_sums_of_the_user_kept_from_readers" ON "spending_sums" CASCADE;--> statement-breakpoint
DROP TABLE "spending_sums" CASCADE;
--> statement-breakpoint
CREATE TABLE "category_sums" (
	"user_id" uuid NOT NULL,
	"institution_access_item_id" integer NOT NULL,
	"month" date NOT NULL,
	"iso_currency_code" text NOT NULL,
	"row_count" integer NOT NULL,
	"amount" numeric NOT NULL,
	"kind" text NOT NULL,
	"financial_category_id" integer NOT NULL,
	CONSTRAINT "category_sums_key" PRIMARY KEY("institution_access_item_id","month","iso_currency_code","kind","financial_category_id")
);
--> statement-breakpoint
ALTER TABLE "category_sums" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payee_sums" (
	"user_id" uuid NOT NULL,
	"institution_access_item_id" integer NOT NULL,
	"month" date NOT NULL,
	"iso_currency_code" text NOT NULL,
	"row_count" integer NOT NULL,
	"amount" numeric NOT NULL,
	"payee" text NOT NULL,
	CONSTRAINT "payee_sums_key" PRIMARY KEY("institution_access_item_id","month","iso_currency_code","payee")
);
--> statement-breakpoint
ALTER TABLE "payee_sums" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "category_sums" ADD CONSTRAINT "category_sums_item" FOREIGN KEY ("institution_access_item_id","user_id") REFERENCES "public"."institution_access_items"("institution_access_item_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payee_sums" ADD CONSTRAINT "payee_sums_item" FOREIGN KEY ("institution_access_item_id","user_id") REFERENCES "public"."institution_access_items"("institution_access_item_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "category_sums_of_the_user" ON "category_sums" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid) and (select coalesce(current_setting('app.access', true), '') <> 'read'));--> statement-breakpoint
CREATE POLICY "category_sums_of_the_user_kept_from_readers" ON "category_sums" AS RESTRICTIVE FOR DELETE TO "app_user" USING ((select coalesce(current_setting('app.access', true), '') <> 'read'));--> statement-breakpoint
CREATE POLICY "payee_sums_of_the_user" ON "payee_sums" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid) and (select coalesce(current_setting('app.access', true), '') <> 'read'));--> statement-breakpoint
CREATE POLICY "payee_sums_of_the_user_kept_from_readers" ON "payee_sums" AS RESTRICTIVE FOR DELETE TO "app_user" USING ((select coalesce(current_setting('app.access', true), '') <> 'read'));
--> statement-breakpoint
-- Keeps `category_sums` and `payee_sums` after each statement. Deleted rows add no sum: their bank may be gone, with its sums. A
-- change of what nobody sums adds up to nothing and writes nothing.
CREATE FUNCTION sum_months() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
  ELSIF TG_OP = 'UPDATE' THEN
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
  ELSE
    DELETE FROM category_sums;
    DELETE FROM payee_sums;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER months_added AFTER INSERT ON transactions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_months();
--> statement-breakpoint
CREATE TRIGGER months_deleted AFTER DELETE ON transactions
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_months();
--> statement-breakpoint
CREATE TRIGGER months_changed AFTER UPDATE ON transactions
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_months();
--> statement-breakpoint
CREATE TRIGGER months_truncated AFTER TRUNCATE ON transactions
  FOR EACH STATEMENT EXECUTE FUNCTION sum_months();
--> statement-breakpoint
INSERT INTO category_sums (user_id, institution_access_item_id, month, iso_currency_code, kind, financial_category_id, row_count, amount)
SELECT user_id, institution_access_item_id, date_trunc('month', date::timestamp)::date, iso_currency_code,
  kind, coalesce(financial_category_id, 0), count(*), sum(amount)
FROM transactions WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL AND kind IN ('spending', 'income')
GROUP BY 1, 2, 3, 4, 5, 6;
--> statement-breakpoint
INSERT INTO payee_sums (user_id, institution_access_item_id, month, iso_currency_code, payee, row_count, amount)
SELECT user_id, institution_access_item_id, date_trunc('month', date::timestamp)::date, iso_currency_code, payee, count(*), sum(amount)
FROM transactions WHERE removed_by_bank_at IS NULL AND dismissed_at IS NULL AND kind = 'spending'
GROUP BY 1, 2, 3, 4, 5;
