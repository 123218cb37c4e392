CREATE TABLE "github_accounts" (
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"sealed_token" text NOT NULL,
	"login" text,
	"linked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "github_accounts_key" PRIMARY KEY("user_id","source")
);
--> statement-breakpoint
ALTER TABLE "github_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "github_link_attempts" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"source" text NOT NULL,
	"sealed_verifier" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "github_link_attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "github_accounts" ADD CONSTRAINT "github_accounts_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "github_link_attempts" ADD CONSTRAINT "github_link_attempts_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "github_link_attempts" ADD CONSTRAINT "github_link_attempts_session_id_sessions_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("session_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "github_link_attempts_user" ON "github_link_attempts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "github_link_attempts_session" ON "github_link_attempts" USING btree ("session_id");--> statement-breakpoint
CREATE POLICY "github_accounts_of_the_user" ON "github_accounts" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id::text = current_setting('app.user_id', true)) WITH CHECK (user_id::text = current_setting('app.user_id', true));--> statement-breakpoint
CREATE POLICY "github_link_attempts_of_the_user" ON "github_link_attempts" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id::text = current_setting('app.user_id', true)) WITH CHECK (user_id::text = current_setting('app.user_id', true));