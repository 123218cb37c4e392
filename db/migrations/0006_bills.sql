CREATE TABLE "bill_index_states" (
	"source" text NOT NULL,
	"congress" integer NOT NULL,
	"read_through" timestamp with time zone,
	"fully_read_at" timestamp with time zone,
	"pass_started_at" timestamp with time zone,
	"pass_from" timestamp with time zone,
	"pass_next" text,
	"pass_repeats" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"problem_at" timestamp with time zone,
	CONSTRAINT "bill_index_states_source_congress_pk" PRIMARY KEY("source","congress")
);
--> statement-breakpoint
ALTER TABLE "bill_index_states" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "bills" (
	"source" text NOT NULL,
	"congress" integer NOT NULL,
	"type" text NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"latest_action_date" date,
	"latest_action_time" text,
	"latest_action_text" text,
	"origin_chamber" text,
	"update_date" text NOT NULL,
	"update_date_including_text" text,
	"introduced_date" date,
	"law_type" text,
	"law_number" text,
	"changed_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"words" text NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', words) || to_tsvector('simple', words)) STORED,
	CONSTRAINT "bills_source_congress_type_number_pk" PRIMARY KEY("source","congress","type","number")
);
--> statement-breakpoint
ALTER TABLE "bills" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "bills_newest" ON "bills" USING btree ("source","latest_action_date" DESC NULLS LAST,"congress" DESC NULLS LAST,"type","number");--> statement-breakpoint
CREATE INDEX "bills_newest_of_congress" ON "bills" USING btree ("source","congress","latest_action_date" DESC NULLS LAST,"type","number");--> statement-breakpoint
CREATE INDEX "bills_by_number" ON "bills" USING btree ("source","number","type");--> statement-breakpoint
CREATE INDEX "bills_by_law" ON "bills" USING btree ("source","law_number") WHERE law_number is not null;--> statement-breakpoint
CREATE INDEX "bills_search" ON "bills" USING gin ("search");