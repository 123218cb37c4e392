CREATE TABLE "category_removals" (
	"undo_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"removed_at" timestamp with time zone NOT NULL,
	"financial_category_id" integer NOT NULL,
	"into_category_id" integer,
	"name" text NOT NULL,
	"is_built_in" boolean NOT NULL,
	"transaction_ids" integer[] NOT NULL,
	"budgets" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "category_removals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "budgets" ADD COLUMN "creation_key" text;--> statement-breakpoint
ALTER TABLE "category_removals" ADD CONSTRAINT "category_removals_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "category_removals_user" ON "category_removals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "category_removals_time" ON "category_removals" USING btree ("removed_at");--> statement-breakpoint
CREATE INDEX "budgets_creation" ON "budgets" USING btree ("user_id","creation_key");--> statement-breakpoint
CREATE POLICY "category_removals_of_the_user" ON "category_removals" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id::text = current_setting('app.user_id', true)) WITH CHECK (user_id::text = current_setting('app.user_id', true));