-- Unlogged: it is written all the time, and a crash of the database may forget it.
CREATE UNLOGGED TABLE "call_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"used" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "call_counts" ENABLE ROW LEVEL SECURITY;