CREATE TABLE "budget_drafts" (
	"user_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"drafted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "budget_drafts_key" PRIMARY KEY("user_id","mode")
);
--> statement-breakpoint
ALTER TABLE "budget_drafts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "income_refusals" (
	"institution_access_item_id" integer NOT NULL,
	"payee_key" text NOT NULL,
	"iso_currency_code" text NOT NULL,
	"user_id" uuid NOT NULL,
	"refused_at" timestamp with time zone NOT NULL,
	CONSTRAINT "income_refusals_key" PRIMARY KEY("institution_access_item_id","payee_key","iso_currency_code")
);
--> statement-breakpoint
ALTER TABLE "income_refusals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "income_terms" DROP CONSTRAINT "income_terms_day";--> statement-breakpoint
ALTER TABLE "budgets" ADD COLUMN "is_draft" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "budget_drafts" ADD CONSTRAINT "budget_drafts_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "income_refusals" ADD CONSTRAINT "income_refusals_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "income_refusals" ADD CONSTRAINT "income_refusals_item_owner" FOREIGN KEY ("institution_access_item_id","user_id") REFERENCES "public"."institution_access_items"("institution_access_item_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "income_terms" ADD CONSTRAINT "income_terms_day" CHECK ("income_terms"."day_of_month_due" between 1 and 31);--> statement-breakpoint
CREATE POLICY "budget_drafts_of_the_user" ON "budget_drafts" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "income_refusals_of_the_user" ON "income_refusals" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));