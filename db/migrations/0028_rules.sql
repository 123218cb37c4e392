CREATE TABLE "rules" (
	"rule_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rules_rule_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"conditions" jsonb NOT NULL,
	"financial_category_id" integer,
	"kind" text,
	"payee" text,
	"is_on" boolean NOT NULL,
	"applies_from" date,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "rules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "undos" (
	"undo_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"text" text NOT NULL,
	"change" jsonb NOT NULL,
	CONSTRAINT "undos_key" PRIMARY KEY("user_id","undo_id")
);
--> statement-breakpoint
ALTER TABLE "undos" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "category_removals" ADD COLUMN "rule_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "payee" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "category_rule_id" integer;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "kind_rule_id" integer;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "payee_rule_id" integer;--> statement-breakpoint
ALTER TABLE "rules" ADD CONSTRAINT "rules_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rules" ADD CONSTRAINT "rules_financial_category_id_financial_categories_financial_category_id_fk" FOREIGN KEY ("financial_category_id") REFERENCES "public"."financial_categories"("financial_category_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "undos" ADD CONSTRAINT "undos_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rules_user" ON "rules" USING btree ("user_id","position");--> statement-breakpoint
CREATE INDEX "rules_category" ON "rules" USING btree ("financial_category_id");--> statement-breakpoint
CREATE INDEX "undos_time" ON "undos" USING btree ("at");--> statement-breakpoint
CREATE INDEX "transactions_ruled" ON "transactions" USING btree ("user_id") WHERE category_rule_id is not null or kind_rule_id is not null or payee_rule_id is not null;--> statement-breakpoint
CREATE POLICY "rules_of_the_user" ON "rules" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid) and (financial_category_id is null or financial_category_id in (select c.financial_category_id from financial_categories c)));--> statement-breakpoint
CREATE POLICY "undos_of_the_user" ON "undos" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
UPDATE "transactions" SET "payee" = coalesce(nullif(btrim("merchant_name"), ''), "name");--> statement-breakpoint
-- Payees are cleaned, and filed under new keys, by the server when it starts.
INSERT INTO "jobs" ("kind", "key", "payload", "due_at")
SELECT 'sort-ledger', "user_id"::text, '{}', now() FROM "transactions" GROUP BY "user_id"
ON CONFLICT DO NOTHING;
