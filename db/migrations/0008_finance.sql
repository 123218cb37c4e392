CREATE TABLE "jobs" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"payload" jsonb NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"requests" integer DEFAULT 1 NOT NULL,
	"holder" uuid,
	"held_until" timestamp with time zone,
	CONSTRAINT "jobs_key" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
ALTER TABLE "jobs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "budget_access_items" (
	"budget_id" integer NOT NULL,
	"institution_access_item_id" integer NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "budget_access_items_key" PRIMARY KEY("budget_id","institution_access_item_id")
);
--> statement-breakpoint
ALTER TABLE "budget_access_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "budget_categories" (
	"budget_id" integer NOT NULL,
	"financial_category_id" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"estimate" bigint NOT NULL,
	CONSTRAINT "budget_categories_key" PRIMARY KEY("budget_id","financial_category_id"),
	CONSTRAINT "budget_categories_estimate" CHECK ("budget_categories"."estimate" >= 0)
);
--> statement-breakpoint
ALTER TABLE "budget_categories" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "budget_exemptions" (
	"budget_id" integer NOT NULL,
	"transaction_id" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"is_exempt" boolean NOT NULL,
	CONSTRAINT "budget_exemptions_key" PRIMARY KEY("budget_id","transaction_id")
);
--> statement-breakpoint
ALTER TABLE "budget_exemptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "budgets" (
	"budget_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "budgets_budget_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"name" text NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"iso_currency_code" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "budgets_range" CHECK ("budgets"."start_date" <= "budgets"."end_date")
);
--> statement-breakpoint
ALTER TABLE "budgets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "calendar_feeds_token" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "calendar_feeds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "income_dismissals" (
	"income_source_id" integer NOT NULL,
	"transaction_id" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"dismissed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "income_dismissals_key" PRIMARY KEY("income_source_id","transaction_id")
);
--> statement-breakpoint
ALTER TABLE "income_dismissals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "income_payments" (
	"income_payment_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "income_payments_income_payment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"income_source_id" integer NOT NULL,
	"transaction_id" integer,
	"payment_date" date NOT NULL,
	"credited_month" text NOT NULL,
	"manual_amount" bigint,
	"payment_memo" text NOT NULL,
	"is_manual_adjustment" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "income_payments_kind" CHECK ("income_payments"."is_manual_adjustment" = ("income_payments"."transaction_id" is null) and ("income_payments"."transaction_id" is null) = ("income_payments"."manual_amount" is not null))
);
--> statement-breakpoint
ALTER TABLE "income_payments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "income_sources" (
	"income_source_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "income_sources_income_source_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"institution_access_item_id" integer NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"income_source_type" text NOT NULL,
	"iso_currency_code" text NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "income_sources_type" CHECK ("income_sources"."income_source_type" in ('Rent', 'Loan', 'Other')),
	CONSTRAINT "income_sources_range" CHECK ("income_sources"."end_date" is null or "income_sources"."start_date" <= "income_sources"."end_date")
);
--> statement-breakpoint
ALTER TABLE "income_sources" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "income_terms" (
	"income_source_id" integer NOT NULL,
	"effective_from" text NOT NULL,
	"user_id" uuid NOT NULL,
	"amount_due" bigint NOT NULL,
	"day_of_month_due" integer NOT NULL,
	CONSTRAINT "income_terms_key" PRIMARY KEY("income_source_id","effective_from"),
	CONSTRAINT "income_terms_day" CHECK ("income_terms"."day_of_month_due" between 1 and 28),
	CONSTRAINT "income_terms_amount" CHECK ("income_terms"."amount_due" >= 0)
);
--> statement-breakpoint
ALTER TABLE "income_terms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "accounts" (
	"account_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_account_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"institution_access_item_id" integer NOT NULL,
	"provider_account_id" text NOT NULL,
	"persistent_account_id" text,
	"name" text NOT NULL,
	"official_name" text,
	"mask" text,
	"type" text NOT NULL,
	"subtype" text,
	"current_balance" bigint,
	"available_balance" bigint,
	"iso_currency_code" text NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "accounts_provider" UNIQUE("institution_access_item_id","provider_account_id")
);
--> statement-breakpoint
ALTER TABLE "accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "exchanged_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"institution_access_item_id" integer,
	"pending_link_id" uuid,
	"exchanged_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "exchanged_tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "institution_access_items" (
	"institution_access_item_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "institution_access_items_institution_access_item_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"mode" text NOT NULL,
	"institution_id" text NOT NULL,
	"institution_name" text NOT NULL,
	"institution_logo" text,
	"institution_color" text,
	"item_id" text,
	"sealed_access_token" text,
	"key_id" text,
	"state" text NOT NULL,
	"state_code" text,
	"expires_at" timestamp with time zone,
	"new_accounts_available" boolean DEFAULT false NOT NULL,
	"last_successful_update" timestamp with time zone,
	"sync_cursor" text,
	"keep_history" boolean,
	"created_at" timestamp with time zone NOT NULL,
	"unlinked_at" timestamp with time zone,
	CONSTRAINT "institution_access_items_mode" CHECK ("institution_access_items"."mode" in ('sandbox', 'live')),
	CONSTRAINT "institution_access_items_token" CHECK (("institution_access_items"."sealed_access_token" is null) = ("institution_access_items"."item_id" is null) and ("institution_access_items"."sealed_access_token" is null) = ("institution_access_items"."key_id" is null))
);
--> statement-breakpoint
ALTER TABLE "institution_access_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pending_links" (
	"pending_link_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"mode" text NOT NULL,
	"item_id" text NOT NULL,
	"sealed_access_token" text NOT NULL,
	"key_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pending_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_inbox" (
	"webhook_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_inbox_webhook_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"delivery_hash" text NOT NULL,
	"item_id" text,
	"webhook_type" text NOT NULL,
	"webhook_code" text NOT NULL,
	"body" jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"handled_at" timestamp with time zone,
	"outcome" text,
	CONSTRAINT "webhook_inbox_delivery" UNIQUE("delivery_hash")
);
--> statement-breakpoint
ALTER TABLE "webhook_inbox" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "financial_categories" (
	"financial_category_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "financial_categories_financial_category_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid,
	"name" text NOT NULL,
	"name_key" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "financial_categories" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "provider_transactions" (
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"account_id" integer NOT NULL,
	"provider_transaction_id" text NOT NULL,
	"transaction_id" integer NOT NULL,
	"pending" boolean NOT NULL,
	"pending_transaction_id" text,
	"date" date NOT NULL,
	"name" text NOT NULL,
	"raw_amount" numeric NOT NULL,
	"iso_currency_code" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "provider_transactions_key" UNIQUE("account_id","provider_transaction_id")
);
--> statement-breakpoint
ALTER TABLE "provider_transactions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "transactions" (
	"transaction_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transactions_transaction_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"institution_access_item_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"date" date NOT NULL,
	"authorized_date" date,
	"name" text NOT NULL,
	"merchant_name" text,
	"payee_key" text NOT NULL,
	"amount" bigint NOT NULL,
	"iso_currency_code" text NOT NULL,
	"pending" boolean NOT NULL,
	"bank_category" text,
	"bank_category_detailed" text,
	"removed_by_bank_at" timestamp with time zone,
	"transfer_pair_id" integer,
	"financial_category_id" integer,
	"counts_as_spending" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "transactions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "budget_access_items" ADD CONSTRAINT "budget_access_items_budget_id_budgets_budget_id_fk" FOREIGN KEY ("budget_id") REFERENCES "public"."budgets"("budget_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_access_items" ADD CONSTRAINT "budget_access_items_institution_access_item_id_institution_access_items_institution_access_item_id_fk" FOREIGN KEY ("institution_access_item_id") REFERENCES "public"."institution_access_items"("institution_access_item_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_access_items" ADD CONSTRAINT "budget_access_items_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_categories" ADD CONSTRAINT "budget_categories_budget_id_budgets_budget_id_fk" FOREIGN KEY ("budget_id") REFERENCES "public"."budgets"("budget_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_categories" ADD CONSTRAINT "budget_categories_financial_category_id_financial_categories_financial_category_id_fk" FOREIGN KEY ("financial_category_id") REFERENCES "public"."financial_categories"("financial_category_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_categories" ADD CONSTRAINT "budget_categories_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_exemptions" ADD CONSTRAINT "budget_exemptions_budget_id_budgets_budget_id_fk" FOREIGN KEY ("budget_id") REFERENCES "public"."budgets"("budget_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_exemptions" ADD CONSTRAINT "budget_exemptions_transaction_id_transactions_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("transaction_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_exemptions" ADD CONSTRAINT "budget_exemptions_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "income_dismissals" ADD CONSTRAINT "income_dismissals_income_source_id_income_sources_income_source_id_fk" FOREIGN KEY ("income_source_id") REFERENCES "public"."income_sources"("income_source_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "income_dismissals" ADD CONSTRAINT "income_dismissals_transaction_id_transactions_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("transaction_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "income_dismissals" ADD CONSTRAINT "income_dismissals_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "income_payments" ADD CONSTRAINT "income_payments_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "income_payments" ADD CONSTRAINT "income_payments_income_source_id_income_sources_income_source_id_fk" FOREIGN KEY ("income_source_id") REFERENCES "public"."income_sources"("income_source_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "income_payments" ADD CONSTRAINT "income_payments_transaction_id_transactions_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("transaction_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "income_sources" ADD CONSTRAINT "income_sources_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "income_sources" ADD CONSTRAINT "income_sources_institution_access_item_id_institution_access_items_institution_access_item_id_fk" FOREIGN KEY ("institution_access_item_id") REFERENCES "public"."institution_access_items"("institution_access_item_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "income_terms" ADD CONSTRAINT "income_terms_income_source_id_income_sources_income_source_id_fk" FOREIGN KEY ("income_source_id") REFERENCES "public"."income_sources"("income_source_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "income_terms" ADD CONSTRAINT "income_terms_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_institution_access_item_id_institution_access_items_institution_access_item_id_fk" FOREIGN KEY ("institution_access_item_id") REFERENCES "public"."institution_access_items"("institution_access_item_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchanged_tokens" ADD CONSTRAINT "exchanged_tokens_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchanged_tokens" ADD CONSTRAINT "exchanged_tokens_institution_access_item_id_institution_access_items_institution_access_item_id_fk" FOREIGN KEY ("institution_access_item_id") REFERENCES "public"."institution_access_items"("institution_access_item_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "institution_access_items" ADD CONSTRAINT "institution_access_items_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_links" ADD CONSTRAINT "pending_links_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "financial_categories" ADD CONSTRAINT "financial_categories_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_transaction_id_transactions_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("transaction_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_institution_access_item_id_institution_access_items_institution_access_item_id_fk" FOREIGN KEY ("institution_access_item_id") REFERENCES "public"."institution_access_items"("institution_access_item_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_transfer_pair_id_transactions_transaction_id_fk" FOREIGN KEY ("transfer_pair_id") REFERENCES "public"."transactions"("transaction_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_financial_category_id_financial_categories_financial_category_id_fk" FOREIGN KEY ("financial_category_id") REFERENCES "public"."financial_categories"("financial_category_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "budget_access_items_item" ON "budget_access_items" USING btree ("institution_access_item_id");--> statement-breakpoint
CREATE INDEX "budget_categories_category" ON "budget_categories" USING btree ("financial_category_id");--> statement-breakpoint
CREATE INDEX "budget_exemptions_transaction" ON "budget_exemptions" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "budgets_user" ON "budgets" USING btree ("user_id","mode");--> statement-breakpoint
CREATE INDEX "budgets_deleted" ON "budgets" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "income_dismissals_transaction" ON "income_dismissals" USING btree ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "income_payments_transaction" ON "income_payments" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "income_payments_source" ON "income_payments" USING btree ("income_source_id","credited_month");--> statement-breakpoint
CREATE INDEX "income_sources_item" ON "income_sources" USING btree ("user_id","institution_access_item_id");--> statement-breakpoint
CREATE INDEX "income_sources_deleted" ON "income_sources" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "exchanged_tokens_time" ON "exchanged_tokens" USING btree ("exchanged_at");--> statement-breakpoint
CREATE INDEX "institution_access_items_user" ON "institution_access_items" USING btree ("user_id","mode");--> statement-breakpoint
CREATE UNIQUE INDEX "institution_access_items_item" ON "institution_access_items" USING btree ("source","item_id");--> statement-breakpoint
CREATE INDEX "pending_links_user" ON "pending_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pending_links_expiry" ON "pending_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "webhook_inbox_waiting" ON "webhook_inbox" USING btree ("handled_at");--> statement-breakpoint
CREATE INDEX "webhook_inbox_item" ON "webhook_inbox" USING btree ("item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "financial_categories_name" ON "financial_categories" USING btree ("user_id","name_key");--> statement-breakpoint
CREATE UNIQUE INDEX "financial_categories_built_in" ON "financial_categories" USING btree ("name_key") WHERE user_id is null;--> statement-breakpoint
CREATE INDEX "provider_transactions_ledger" ON "provider_transactions" USING btree ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_transactions_current" ON "provider_transactions" USING btree ("transaction_id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "transactions_item_date" ON "transactions" USING btree ("user_id","institution_access_item_id","date" DESC NULLS LAST,"transaction_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "transactions_category" ON "transactions" USING btree ("financial_category_id");--> statement-breakpoint
CREATE INDEX "transactions_payee" ON "transactions" USING btree ("user_id","payee_key");--> statement-breakpoint
CREATE INDEX "transactions_account_amount" ON "transactions" USING btree ("account_id","amount","date");--> statement-breakpoint
CREATE INDEX "transactions_transfer_pair" ON "transactions" USING btree ("transfer_pair_id") WHERE transfer_pair_id is not null;--> statement-breakpoint
CREATE POLICY "budget_access_items_of_the_user" ON "budget_access_items" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id::text = current_setting('app.user_id', true)) WITH CHECK (user_id::text = current_setting('app.user_id', true));--> statement-breakpoint
CREATE POLICY "budget_categories_of_the_user" ON "budget_categories" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id::text = current_setting('app.user_id', true)) WITH CHECK (user_id::text = current_setting('app.user_id', true));--> statement-breakpoint
CREATE POLICY "budget_exemptions_of_the_user" ON "budget_exemptions" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id::text = current_setting('app.user_id', true)) WITH CHECK (user_id::text = current_setting('app.user_id', true));--> statement-breakpoint
CREATE POLICY "budgets_of_the_user" ON "budgets" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id::text = current_setting('app.user_id', true)) WITH CHECK (user_id::text = current_setting('app.user_id', true));--> statement-breakpoint
CREATE POLICY "calendar_feeds_of_the_user" ON "calendar_feeds" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id::text = current_setting('app.user_id', true)) WITH CHECK (user_id::text = current_setting('app.user_id', true));--> statement-breakpoint
CREATE POLICY "income_dismissals_of_the_user" ON "income_dismissals" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id::text = current_setting('app.user_id', true)) WITH CHECK (user_id::text = current_setting('app.user_id', true));--> statement-breakpoint
CREATE POLICY "income_payments_of_the_user" ON "income_payments" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id::text = current_setting('app.user_id', true)) WITH CHECK (user_id::text = current_setting('app.user_id', true));--> statement-breakpoint
CREATE POLICY "income_sources_of_the_user" ON "income_sources" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id::text = current_setting('app.user_id', true)) WITH CHECK (user_id::text = current_setting('app.user_id', true));--> statement-breakpoint
CREATE POLICY "income_terms_of_the_user" ON "income_terms" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id::text = current_setting('app.user_id', true)) WITH CHECK (user_id::text = current_setting('app.user_id', true));--> statement-breakpoint
CREATE POLICY "accounts_of_the_user" ON "accounts" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id::text = current_setting('app.user_id', true)) WITH CHECK (user_id::text = current_setting('app.user_id', true));--> statement-breakpoint
CREATE POLICY "exchanged_tokens_of_the_user" ON "exchanged_tokens" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id::text = current_setting('app.user_id', true)) WITH CHECK (user_id::text = current_setting('app.user_id', true));--> statement-breakpoint
CREATE POLICY "institution_access_items_of_the_user" ON "institution_access_items" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id::text = current_setting('app.user_id', true)) WITH CHECK (user_id::text = current_setting('app.user_id', true));--> statement-breakpoint
CREATE POLICY "pending_links_of_the_user" ON "pending_links" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id::text = current_setting('app.user_id', true)) WITH CHECK (user_id::text = current_setting('app.user_id', true));--> statement-breakpoint
CREATE POLICY "financial_categories_of_the_user" ON "financial_categories" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id::text = current_setting('app.user_id', true)) WITH CHECK (user_id::text = current_setting('app.user_id', true));--> statement-breakpoint
CREATE POLICY "financial_categories_built_in" ON "financial_categories" AS PERMISSIVE FOR SELECT TO "app_user" USING (user_id is null and current_setting('app.user_id', true) <> '');--> statement-breakpoint
CREATE POLICY "provider_transactions_of_the_user" ON "provider_transactions" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id::text = current_setting('app.user_id', true)) WITH CHECK (user_id::text = current_setting('app.user_id', true));--> statement-breakpoint
CREATE POLICY "transactions_of_the_user" ON "transactions" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id::text = current_setting('app.user_id', true)) WITH CHECK (user_id::text = current_setting('app.user_id', true));