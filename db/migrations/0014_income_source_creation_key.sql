DROP INDEX "income_sources_request";--> statement-breakpoint
ALTER TABLE "income_sources" ADD COLUMN "creation_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "income_sources" DROP COLUMN "request_id";