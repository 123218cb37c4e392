DROP INDEX "provider_transactions_current";--> statement-breakpoint
ALTER TABLE "moved_marks" ADD COLUMN "is_join" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "moved_marks" ADD COLUMN "merchant_name" text;--> statement-breakpoint
ALTER TABLE "moved_marks" ADD COLUMN "transfers" jsonb;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD COLUMN "joined_from" integer;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "maybe_same_as" integer;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "kept_apart" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_joined_row" FOREIGN KEY ("joined_from","user_id") REFERENCES "public"."transactions"("transaction_id","user_id") ON DELETE set null (joined_from) ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_maybe_row" FOREIGN KEY ("maybe_same_as","user_id") REFERENCES "public"."transactions"("transaction_id","user_id") ON DELETE set null (maybe_same_as) ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_transactions_joined" ON "provider_transactions" USING btree ("joined_from") WHERE joined_from is not null;--> statement-breakpoint
CREATE INDEX "transactions_maybe" ON "transactions" USING btree ("maybe_same_as") WHERE maybe_same_as is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "provider_transactions_current" ON "provider_transactions" USING btree (coalesce(joined_from, transaction_id),"source") WHERE removed_at is null;