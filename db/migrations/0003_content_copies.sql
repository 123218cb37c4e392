CREATE TABLE "content_copies" (
	"source_url" text PRIMARY KEY NOT NULL,
	"content" jsonb NOT NULL,
	"as_of" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "content_copies" ENABLE ROW LEVEL SECURITY;