CREATE TABLE "moved_marks" (
	"from_transaction_id" integer PRIMARY KEY NOT NULL,
	"to_transaction_id" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"financial_category_id" integer,
	"counts_as_spending" boolean NOT NULL,
	"exemptions" jsonb NOT NULL,
	"income_payment_id" integer
);
--> statement-breakpoint
ALTER TABLE "moved_marks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "provider_transactions" DROP CONSTRAINT "provider_transactions_key";--> statement-breakpoint
ALTER TABLE "provider_transactions" DROP CONSTRAINT "provider_transactions_user_id_users_user_id_fk";
--> statement-breakpoint
ALTER TABLE "provider_transactions" DROP CONSTRAINT "provider_transactions_account_id_accounts_account_id_fk";
--> statement-breakpoint
ALTER TABLE "transactions" DROP CONSTRAINT "transactions_user_id_users_user_id_fk";
--> statement-breakpoint
ALTER TABLE "transactions" DROP CONSTRAINT "transactions_institution_access_item_id_institution_access_items_institution_access_item_id_fk";
--> statement-breakpoint
ALTER TABLE "transactions" DROP CONSTRAINT "transactions_account_id_accounts_account_id_fk";
--> statement-breakpoint
DROP INDEX "transactions_account_amount";--> statement-breakpoint
DROP INDEX "transactions_category";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "link_number" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD COLUMN "link_number" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "dismissed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "moved_marks" ADD CONSTRAINT "moved_marks_from_transaction_id_transactions_transaction_id_fk" FOREIGN KEY ("from_transaction_id") REFERENCES "public"."transactions"("transaction_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moved_marks" ADD CONSTRAINT "moved_marks_to_transaction_id_transactions_transaction_id_fk" FOREIGN KEY ("to_transaction_id") REFERENCES "public"."transactions"("transaction_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moved_marks" ADD CONSTRAINT "moved_marks_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "moved_marks_to" ON "moved_marks" USING btree ("to_transaction_id");--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_owner" UNIQUE("account_id","institution_access_item_id","user_id");--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_account" FOREIGN KEY ("account_id","institution_access_item_id","user_id") REFERENCES "public"."accounts"("account_id","institution_access_item_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "transactions_amount" ON "transactions" USING btree ("user_id","amount","date");--> statement-breakpoint
CREATE INDEX "transactions_transfer_like" ON "transactions" USING btree ("user_id","date") WHERE left(bank_category, 9) = 'TRANSFER_' or left(bank_category_detailed, 9) = 'TRANSFER_' or bank_category_detailed = 'LOAN_PAYMENTS_CREDIT_CARD_PAYMENT' or (bank_category is null and bank_category_detailed is null);--> statement-breakpoint
CREATE INDEX "transactions_removed" ON "transactions" USING btree ("account_id") WHERE removed_by_bank_at is not null;--> statement-breakpoint
CREATE INDEX "transactions_dismissed" ON "transactions" USING btree ("dismissed_at") WHERE dismissed_at is not null;--> statement-breakpoint
CREATE INDEX "transactions_category" ON "transactions" USING btree ("financial_category_id") WHERE financial_category_id is not null;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_key" UNIQUE("provider_transaction_id","account_id");--> statement-breakpoint
CREATE POLICY "moved_marks_of_the_user" ON "moved_marks" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id::text = current_setting('app.user_id', true)) WITH CHECK (user_id::text = current_setting('app.user_id', true));