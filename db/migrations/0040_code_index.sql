CREATE TABLE "code_commits" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "code_commits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"repository_id" integer NOT NULL,
	"sha" text NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"is_whole" boolean DEFAULT false NOT NULL,
	"file_count" integer DEFAULT 0 NOT NULL,
	"left_out_count" integer DEFAULT 0 NOT NULL,
	"text_bytes" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "code_commits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "code_definitions" (
	"text_id" integer NOT NULL,
	"name" text NOT NULL,
	"folded_name" text COLLATE pg_catalog."C" NOT NULL,
	"kind" text NOT NULL,
	"line" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "code_definitions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "code_files" (
	"commit_id" integer NOT NULL,
	"path" text COLLATE pg_catalog."C" NOT NULL,
	"folded_path" text COLLATE pg_catalog."C" NOT NULL,
	"folded_name" text COLLATE pg_catalog."C" NOT NULL,
	"weight" smallint NOT NULL,
	"text_id" integer,
	"sha" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"language" text,
	CONSTRAINT "code_files_key" PRIMARY KEY("commit_id","path")
);
--> statement-breakpoint
ALTER TABLE "code_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "code_index_states" (
	"source" text NOT NULL,
	"owner" text NOT NULL,
	"compared_at" timestamp with time zone,
	"problem" text,
	CONSTRAINT "code_index_states_key" PRIMARY KEY("source","owner")
);
--> statement-breakpoint
ALTER TABLE "code_index_states" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "code_repositories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "code_repositories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"owner" text NOT NULL,
	"github_id" bigint NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"html_url" text NOT NULL,
	"read_pushed_at" text,
	"pushed_at" text,
	"head_id" integer,
	"problem" text,
	"retry_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "code_repositories" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "code_texts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "code_texts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sha" text NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL,
	"trigrams" smallint[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "code_texts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "code_commits" ADD CONSTRAINT "code_commits_repository_id_code_repositories_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."code_repositories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_definitions" ADD CONSTRAINT "code_definitions_text_id_code_texts_id_fk" FOREIGN KEY ("text_id") REFERENCES "public"."code_texts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_files" ADD CONSTRAINT "code_files_text_id_code_texts_id_fk" FOREIGN KEY ("text_id") REFERENCES "public"."code_texts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_files" ADD CONSTRAINT "code_files_commit" FOREIGN KEY ("commit_id") REFERENCES "public"."code_commits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "code_commits_repository" ON "code_commits" USING btree ("repository_id");--> statement-breakpoint
CREATE INDEX "code_definitions_text" ON "code_definitions" USING btree ("text_id");--> statement-breakpoint
CREATE INDEX "code_definitions_name" ON "code_definitions" USING btree ("folded_name");--> statement-breakpoint
CREATE INDEX "code_files_text" ON "code_files" USING btree ("text_id","commit_id");--> statement-breakpoint
CREATE UNIQUE INDEX "code_repositories_key" ON "code_repositories" USING btree ("source","owner","github_id");--> statement-breakpoint
CREATE UNIQUE INDEX "code_texts_blob" ON "code_texts" USING btree ("sha","language");--> statement-breakpoint
CREATE INDEX "code_texts_trigrams" ON "code_texts" USING gin ("trigrams");