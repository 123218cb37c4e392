CREATE TABLE "bank_category_choices" (
	"user_id" uuid NOT NULL,
	"bank_code" text NOT NULL,
	"financial_category_id" integer,
	CONSTRAINT "bank_category_choices_key" PRIMARY KEY("user_id","bank_code")
);
--> statement-breakpoint
ALTER TABLE "bank_category_choices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "category_removals" ADD COLUMN "bank_codes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "financial_categories" ADD COLUMN "kind" text DEFAULT 'spending' NOT NULL;--> statement-breakpoint
ALTER TABLE "moved_marks" ADD COLUMN "category_source" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "category_source" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_category_choices" ADD CONSTRAINT "bank_category_choices_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_category_choices" ADD CONSTRAINT "bank_category_choices_financial_category_id_financial_categories_financial_category_id_fk" FOREIGN KEY ("financial_category_id") REFERENCES "public"."financial_categories"("financial_category_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_category_choices_category" ON "bank_category_choices" USING btree ("financial_category_id");--> statement-breakpoint
CREATE POLICY "bank_category_choices_of_the_user" ON "bank_category_choices" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid) and (financial_category_id is null or financial_category_id in (select c.financial_category_id from financial_categories c)));--> statement-breakpoint
-- So far only people put categories on rows.
UPDATE "transactions" SET "category_source" = 'person' WHERE "financial_category_id" IS NOT NULL;--> statement-breakpoint
UPDATE "moved_marks" SET "category_source" = 'person' WHERE "financial_category_id" IS NOT NULL;--> statement-breakpoint
INSERT INTO "financial_categories" ("user_id", "name", "name_key", "kind") VALUES
  (NULL, 'Cash', 'cash', 'spending'),
  (NULL, 'Salary', 'salary', 'income'),
  (NULL, 'Interest', 'interest', 'income'),
  (NULL, 'Rent received', 'rent received', 'income'),
  (NULL, 'Other income', 'other income', 'income');--> statement-breakpoint
-- Whoever had one of these names has the built-in one instead.
UPDATE "transactions" SET "financial_category_id" = built."financial_category_id" FROM "financial_categories" own
JOIN "financial_categories" built ON built."name_key" = own."name_key" AND built."user_id" IS NULL
WHERE own."user_id" IS NOT NULL AND "transactions"."financial_category_id" = own."financial_category_id";--> statement-breakpoint
UPDATE "budget_categories" SET "financial_category_id" = built."financial_category_id" FROM "financial_categories" own
JOIN "financial_categories" built ON built."name_key" = own."name_key" AND built."user_id" IS NULL
WHERE own."user_id" IS NOT NULL AND "budget_categories"."financial_category_id" = own."financial_category_id";--> statement-breakpoint
UPDATE "moved_marks" SET "financial_category_id" = built."financial_category_id" FROM "financial_categories" own
JOIN "financial_categories" built ON built."name_key" = own."name_key" AND built."user_id" IS NULL
WHERE own."user_id" IS NOT NULL AND "moved_marks"."financial_category_id" = own."financial_category_id";--> statement-breakpoint
UPDATE "category_removals" SET "into_category_id" = built."financial_category_id" FROM "financial_categories" own
JOIN "financial_categories" built ON built."name_key" = own."name_key" AND built."user_id" IS NULL
WHERE own."user_id" IS NOT NULL AND "category_removals"."into_category_id" = own."financial_category_id";--> statement-breakpoint
DELETE FROM "financial_categories" own USING "financial_categories" built
WHERE own."user_id" IS NOT NULL AND built."user_id" IS NULL AND built."name_key" = own."name_key";--> statement-breakpoint
-- The server gives the other rows theirs when it starts.
INSERT INTO "jobs" ("kind", "key", "payload", "due_at")
SELECT 'sort-ledger', "user_id"::text, '{}', now() FROM "transactions" GROUP BY "user_id"
ON CONFLICT DO NOTHING;
