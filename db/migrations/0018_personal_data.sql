CREATE TABLE "personal_data_records" (
	"record_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject_hash" text NOT NULL,
	"act" text NOT NULL,
	"outcome" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"counts" jsonb NOT NULL,
	"banks_left" integer DEFAULT 0 NOT NULL,
	"bank_problem" text,
	"links_not_ended" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "personal_data_records" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "leaving_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "personal_data_records_subject" ON "personal_data_records" USING btree ("subject_hash","requested_at");