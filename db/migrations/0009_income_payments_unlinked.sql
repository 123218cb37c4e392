CREATE TABLE "unlinked_income_payments" (
	"income_payment_id" integer PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"income_source_id" integer NOT NULL,
	"transaction_id" integer,
	"payment_date" date NOT NULL,
	"credited_month" text NOT NULL,
	"manual_amount" bigint,
	"payment_memo" text NOT NULL,
	"is_manual_adjustment" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"unlinked_at" timestamp with time zone NOT NULL,
	"with_source" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "unlinked_income_payments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "income_sources" ADD COLUMN "expected_payment_memos" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "income_sources" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "unlinked_income_payments" ADD CONSTRAINT "unlinked_income_payments_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unlinked_income_payments" ADD CONSTRAINT "unlinked_income_payments_income_source_id_income_sources_income_source_id_fk" FOREIGN KEY ("income_source_id") REFERENCES "public"."income_sources"("income_source_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unlinked_income_payments" ADD CONSTRAINT "unlinked_income_payments_transaction_id_transactions_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("transaction_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unlinked_income_payments_source" ON "unlinked_income_payments" USING btree ("income_source_id");--> statement-breakpoint
CREATE INDEX "unlinked_income_payments_transaction" ON "unlinked_income_payments" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "unlinked_income_payments_time" ON "unlinked_income_payments" USING btree ("unlinked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "income_sources_request" ON "income_sources" USING btree ("user_id","request_id");--> statement-breakpoint
CREATE POLICY "unlinked_income_payments_of_the_user" ON "unlinked_income_payments" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id::text = current_setting('app.user_id', true)) WITH CHECK (user_id::text = current_setting('app.user_id', true));