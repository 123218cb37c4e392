ALTER TABLE "provider_transactions" DROP CONSTRAINT "provider_transactions_key";--> statement-breakpoint
DROP INDEX "provider_transactions_current";--> statement-breakpoint
ALTER TABLE "institution_access_items" ALTER COLUMN "mode" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "opening_balance" bigint;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "opening_date" date;--> statement-breakpoint
CREATE UNIQUE INDEX "institution_access_items_manual" ON "institution_access_items" USING btree ("user_id","institution_id") WHERE source = 'manual';--> statement-breakpoint
CREATE UNIQUE INDEX "provider_transactions_current" ON "provider_transactions" USING btree ("transaction_id","source") WHERE removed_at is null;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_key" UNIQUE("provider_transaction_id","account_id","source");--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_opening" CHECK (("accounts"."opening_balance" is null) = ("accounts"."opening_date" is null));--> statement-breakpoint
ALTER TABLE "institution_access_items" ADD CONSTRAINT "institution_access_items_source" CHECK (("institution_access_items"."source" = 'manual') = ("institution_access_items"."mode" is null) and ("institution_access_items"."source" <> 'manual' or "institution_access_items"."item_id" is null));