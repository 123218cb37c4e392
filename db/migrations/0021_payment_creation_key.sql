ALTER TABLE "income_payments" ADD COLUMN "creation_key" text;--> statement-breakpoint
ALTER TABLE "unlinked_income_payments" ADD COLUMN "creation_key" text;