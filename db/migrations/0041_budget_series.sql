CREATE TABLE "budget_series" (
	"series_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "budget_series_series_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"every" integer NOT NULL,
	"unit" text NOT NULL,
	"anchor" date NOT NULL,
	"ends" date,
	"made_through" date NOT NULL,
	CONSTRAINT "budget_series_owner" UNIQUE("series_id","user_id"),
	CONSTRAINT "budget_series_every" CHECK ("budget_series"."every" between 1 and 366)
);
--> statement-breakpoint
ALTER TABLE "budget_series" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "budget_categories" ADD COLUMN "plan" jsonb;--> statement-breakpoint
ALTER TABLE "budget_categories" ADD COLUMN "starts_fresh" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "budgets" ADD COLUMN "series_id" integer;--> statement-breakpoint
ALTER TABLE "budgets" ADD COLUMN "series_start" date;--> statement-breakpoint
ALTER TABLE "budget_series" ADD CONSTRAINT "budget_series_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "budget_series_user" ON "budget_series" USING btree ("user_id","made_through");--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_series_owner" FOREIGN KEY ("series_id","user_id") REFERENCES "public"."budget_series"("series_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "budgets_series" ON "budgets" USING btree ("series_id","series_start") WHERE series_start is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "budgets_series_template" ON "budgets" USING btree ("series_id") WHERE series_start is null;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_series_start" CHECK ("budgets"."series_start" is null or "budgets"."series_id" is not null);--> statement-breakpoint
CREATE POLICY "budget_series_of_the_user" ON "budget_series" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));