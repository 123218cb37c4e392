ALTER TABLE "transactions" ADD COLUMN "merchant_code" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "type_code" text;