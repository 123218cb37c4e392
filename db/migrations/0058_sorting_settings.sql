CREATE TABLE "sorting_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"learns" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sorting_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sorting_settings" ADD CONSTRAINT "sorting_settings_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "sorting_settings_of_the_user" ON "sorting_settings" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid) and (select coalesce(current_setting('app.access', true), '') <> 'read'));--> statement-breakpoint
CREATE POLICY "sorting_settings_of_the_user_kept_from_readers" ON "sorting_settings" AS RESTRICTIVE FOR DELETE TO "app_user" USING ((select coalesce(current_setting('app.access', true), '') <> 'read'));