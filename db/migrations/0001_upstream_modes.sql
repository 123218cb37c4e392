CREATE TABLE "upstream_modes" (
	"upstream" text PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "upstream_modes_mode" CHECK ("upstream_modes"."mode" in ('sandbox', 'live'))
);
--> statement-breakpoint
ALTER TABLE "upstream_modes" ENABLE ROW LEVEL SECURITY;