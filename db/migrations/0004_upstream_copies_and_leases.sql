CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "leases" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "upstream_copies" (
	"source" text NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	"etag" text,
	"as_of" timestamp with time zone NOT NULL,
	CONSTRAINT "upstream_copies_source_key_pk" PRIMARY KEY("source","key")
);
--> statement-breakpoint
ALTER TABLE "upstream_copies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "upstream_copies_age" ON "upstream_copies" USING btree ("source","as_of");