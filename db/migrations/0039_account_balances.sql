CREATE TABLE "account_balances" (
	"user_id" uuid NOT NULL,
	"account_id" integer NOT NULL,
	"date" date NOT NULL,
	"source" text NOT NULL,
	"amount" bigint NOT NULL,
	"iso_currency_code" text NOT NULL,
	"import_id" integer,
	CONSTRAINT "account_balances_key" PRIMARY KEY("account_id","date","source"),
	CONSTRAINT "account_balances_file" CHECK (("account_balances"."source" = 'file') = ("account_balances"."import_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "account_balances" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "account_balances" ADD CONSTRAINT "account_balances_account" FOREIGN KEY ("account_id","user_id") REFERENCES "public"."accounts"("account_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_balances_user" ON "account_balances" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "account_balances_import" ON "account_balances" USING btree ("import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE POLICY "account_balances_of_the_user" ON "account_balances" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));