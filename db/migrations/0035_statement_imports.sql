CREATE TABLE "import_mappings" (
	"user_id" uuid NOT NULL,
	"account_id" integer NOT NULL,
	"dialect" text NOT NULL,
	"answers" jsonb NOT NULL,
	"hint" text DEFAULT '' NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "import_mappings_key" PRIMARY KEY("account_id","dialect","hint")
);
--> statement-breakpoint
ALTER TABLE "import_mappings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "import_previews" (
	"import_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_previews_import_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"format" text NOT NULL,
	"dialect" text NOT NULL,
	"answers" jsonb NOT NULL,
	"statement" "bytea" NOT NULL,
	"plans" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import_previews" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "imports" (
	"import_id" integer PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"format" text NOT NULL,
	"dialect" text NOT NULL,
	"answers" jsonb NOT NULL,
	"account_ids" integer[] NOT NULL,
	"counts" jsonb NOT NULL,
	"written" jsonb NOT NULL,
	"from_date" date,
	"to_date" date,
	"at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "imports_owner" UNIQUE("import_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "imports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "accounts_user";--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_of_user" UNIQUE("user_id","account_id");--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD COLUMN "import_id" integer;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD COLUMN "payee_key" text;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "file_category" text;--> statement-breakpoint
ALTER TABLE "import_mappings" ADD CONSTRAINT "import_mappings_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_mappings" ADD CONSTRAINT "import_mappings_account_owner" FOREIGN KEY ("account_id","user_id") REFERENCES "public"."accounts"("account_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_previews" ADD CONSTRAINT "import_previews_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_mappings_user" ON "import_mappings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "import_previews_user" ON "import_previews" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "import_previews_expiry" ON "import_previews" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "imports_user" ON "imports" USING btree ("user_id","at");--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_import_owner" FOREIGN KEY ("import_id","user_id") REFERENCES "public"."imports"("import_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_transactions_elsewhere" ON "provider_transactions" USING btree ("account_id","date") WHERE source in ('file', 'manual');--> statement-breakpoint
CREATE INDEX "provider_transactions_import" ON "provider_transactions" USING btree ("import_id") WHERE import_id is not null;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_file" CHECK (("provider_transactions"."source" = 'file') = ("provider_transactions"."import_id" is not null));--> statement-breakpoint
CREATE POLICY "import_mappings_of_the_user" ON "import_mappings" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "import_previews_of_the_user" ON "import_previews" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "imports_of_the_user" ON "imports" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
-- A new ledger's first large import is planned without statistics, and Postgres then checks each row's foreign keys by reading all of a person's rows.
CREATE FUNCTION count_ledger() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF (SELECT reltuples FROM pg_class WHERE oid = 'transactions'::regclass) < 5000 THEN
    ANALYZE transactions, provider_transactions;
  END IF;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION count_ledger() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION count_ledger() TO app_user;
