CREATE TABLE "tags" (
	"tag_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tags_tag_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	CONSTRAINT "tags_of_user" UNIQUE("tag_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "tags" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "transaction_parts" (
	"transaction_id" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"part_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"financial_category_id" integer,
	"note" text,
	"left_out" boolean NOT NULL,
	"is_rest" boolean DEFAULT false NOT NULL,
	CONSTRAINT "transaction_parts_key" PRIMARY KEY("transaction_id","part_id"),
	CONSTRAINT "transaction_parts_amount" CHECK ("transaction_parts"."amount" <> 0)
);
--> statement-breakpoint
ALTER TABLE "transaction_parts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "transaction_tags" (
	"transaction_id" integer NOT NULL,
	"tag_id" integer NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "transaction_tags_key" PRIMARY KEY("transaction_id","tag_id")
);
--> statement-breakpoint
ALTER TABLE "transaction_tags" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "category_removals" ADD COLUMN "parts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "moved_marks" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "moved_marks" ADD COLUMN "parts" jsonb;--> statement-breakpoint
ALTER TABLE "moved_marks" ADD COLUMN "tag_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_parts" ADD CONSTRAINT "transaction_parts_financial_category_id_financial_categories_financial_category_id_fk" FOREIGN KEY ("financial_category_id") REFERENCES "public"."financial_categories"("financial_category_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_parts" ADD CONSTRAINT "transaction_parts_row" FOREIGN KEY ("transaction_id","user_id") REFERENCES "public"."transactions"("transaction_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_tags" ADD CONSTRAINT "transaction_tags_row" FOREIGN KEY ("transaction_id","user_id") REFERENCES "public"."transactions"("transaction_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_tags" ADD CONSTRAINT "transaction_tags_tag" FOREIGN KEY ("tag_id","user_id") REFERENCES "public"."tags"("tag_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tags_name" ON "tags" USING btree ("user_id","name_key");--> statement-breakpoint
CREATE INDEX "transaction_parts_user" ON "transaction_parts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "transaction_parts_category" ON "transaction_parts" USING btree ("financial_category_id") WHERE financial_category_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "transaction_parts_rest" ON "transaction_parts" USING btree ("transaction_id") WHERE is_rest;--> statement-breakpoint
CREATE INDEX "transaction_tags_tag_rows" ON "transaction_tags" USING btree ("tag_id");--> statement-breakpoint
CREATE INDEX "transaction_tags_user" ON "transaction_tags" USING btree ("user_id");--> statement-breakpoint
CREATE POLICY "tags_of_the_user" ON "tags" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "transaction_parts_of_the_user" ON "transaction_parts" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid) and (financial_category_id is null or financial_category_id in (select c.financial_category_id from financial_categories c)));--> statement-breakpoint
CREATE POLICY "transaction_tags_of_the_user" ON "transaction_tags" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
-- What a row changes by goes to the part that is the rest, so that the parts add up whoever changes the row.
CREATE FUNCTION keep_parts_whole() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  latest integer;
BEGIN
  SELECT max(part_id) INTO latest FROM transaction_parts WHERE transaction_id = NEW.transaction_id;
  IF latest IS NULL THEN
    RETURN NULL;
  END IF;
  DELETE FROM transaction_parts
  WHERE transaction_id = NEW.transaction_id AND is_rest AND amount = OLD.amount - NEW.amount;
  IF NOT FOUND THEN
    UPDATE transaction_parts SET amount = amount + NEW.amount - OLD.amount
    WHERE transaction_id = NEW.transaction_id AND is_rest;
    IF NOT FOUND THEN
      INSERT INTO transaction_parts (transaction_id, user_id, part_id, amount, left_out, is_rest)
      VALUES (NEW.transaction_id, NEW.user_id, latest + 1, NEW.amount - OLD.amount, false, true);
    END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER transactions_resized AFTER UPDATE ON transactions FOR EACH ROW
  WHEN (OLD.amount <> NEW.amount) EXECUTE FUNCTION keep_parts_whole();
--> statement-breakpoint
CREATE FUNCTION check_parts() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  row_id integer := CASE WHEN TG_OP = 'DELETE' THEN OLD.transaction_id ELSE NEW.transaction_id END;
BEGIN
  IF EXISTS (
    SELECT FROM transactions JOIN transaction_parts USING (transaction_id)
    WHERE transaction_id = row_id
    GROUP BY transaction_id, transactions.amount HAVING sum(transaction_parts.amount) <> transactions.amount)
  THEN
    RAISE EXCEPTION 'The parts of transaction % do not add up to it.', row_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transaction_parts_add_up', TABLE = 'transaction_parts';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER transaction_parts_add_up AFTER INSERT OR UPDATE OR DELETE ON transaction_parts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_parts();
--> statement-breakpoint
-- With the reader's rights, so that policies hold.
CREATE VIEW ledger_lines WITH (security_invoker = true) AS
SELECT user_id, transaction_id, 0 AS part_id, true AS is_first, true AS starts_row, institution_access_item_id, account_id, date,
  authorized_date, payee, payee_key, name, merchant_name, amount, iso_currency_code, pending, bank_category, bank_category_detailed,
  financial_category_id, category_source, kind, kind_reason, chosen_kind, false AS left_out, transfer_pair_id, removed_by_bank_at,
  dismissed_at, note
FROM transactions
WHERE transaction_id NOT IN (SELECT transaction_id FROM transaction_parts)
UNION ALL
SELECT whole.user_id, whole.transaction_id, part.part_id,
  NOT part.left_out AND NOT EXISTS (SELECT FROM transaction_parts earlier
    WHERE earlier.transaction_id = part.transaction_id AND earlier.part_id < part.part_id AND NOT earlier.left_out
      AND earlier.financial_category_id IS NOT DISTINCT FROM part.financial_category_id),
  NOT part.left_out AND NOT EXISTS (SELECT FROM transaction_parts earlier
    WHERE earlier.transaction_id = part.transaction_id AND earlier.part_id < part.part_id AND NOT earlier.left_out),
  institution_access_item_id, account_id, date, authorized_date, payee, payee_key, name, merchant_name, part.amount,
  iso_currency_code, pending, bank_category, bank_category_detailed, part.financial_category_id, category_source,
  CASE WHEN part.left_out THEN 'leftOut' ELSE kind END, kind_reason, CASE WHEN part.left_out THEN 'leftOut' ELSE chosen_kind END,
  part.left_out, transfer_pair_id, removed_by_bank_at, dismissed_at, whole.note
FROM transaction_parts part JOIN transactions whole ON whole.transaction_id = part.transaction_id;
