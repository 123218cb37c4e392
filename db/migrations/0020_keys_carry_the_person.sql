ALTER TABLE "budget_access_items" DROP CONSTRAINT "budget_access_items_budget_id_budgets_budget_id_fk";--> statement-breakpoint
ALTER TABLE "budget_access_items" DROP CONSTRAINT "budget_access_items_institution_access_item_id_institution_access_items_institution_access_item_id_fk";--> statement-breakpoint
ALTER TABLE "budget_categories" DROP CONSTRAINT "budget_categories_budget_id_budgets_budget_id_fk";--> statement-breakpoint
ALTER TABLE "budget_exemptions" DROP CONSTRAINT "budget_exemptions_budget_id_budgets_budget_id_fk";--> statement-breakpoint
ALTER TABLE "budget_exemptions" DROP CONSTRAINT "budget_exemptions_transaction_id_transactions_transaction_id_fk";--> statement-breakpoint
ALTER TABLE "income_dismissals" DROP CONSTRAINT "income_dismissals_income_source_id_income_sources_income_source_id_fk";--> statement-breakpoint
ALTER TABLE "income_dismissals" DROP CONSTRAINT "income_dismissals_transaction_id_transactions_transaction_id_fk";--> statement-breakpoint
ALTER TABLE "income_payments" DROP CONSTRAINT "income_payments_income_source_id_income_sources_income_source_id_fk";--> statement-breakpoint
ALTER TABLE "income_payments" DROP CONSTRAINT "income_payments_transaction_id_transactions_transaction_id_fk";--> statement-breakpoint
ALTER TABLE "income_sources" DROP CONSTRAINT "income_sources_institution_access_item_id_institution_access_items_institution_access_item_id_fk";--> statement-breakpoint
ALTER TABLE "income_terms" DROP CONSTRAINT "income_terms_income_source_id_income_sources_income_source_id_fk";--> statement-breakpoint
ALTER TABLE "unlinked_income_payments" DROP CONSTRAINT "unlinked_income_payments_income_source_id_income_sources_income_source_id_fk";--> statement-breakpoint
ALTER TABLE "unlinked_income_payments" DROP CONSTRAINT "unlinked_income_payments_transaction_id_transactions_transaction_id_fk";--> statement-breakpoint
ALTER TABLE "accounts" DROP CONSTRAINT "accounts_institution_access_item_id_institution_access_items_institution_access_item_id_fk";--> statement-breakpoint
ALTER TABLE "exchanged_tokens" DROP CONSTRAINT "exchanged_tokens_institution_access_item_id_institution_access_items_institution_access_item_id_fk";--> statement-breakpoint
ALTER TABLE "moved_marks" DROP CONSTRAINT "moved_marks_from_transaction_id_transactions_transaction_id_fk";--> statement-breakpoint
ALTER TABLE "moved_marks" DROP CONSTRAINT "moved_marks_to_transaction_id_transactions_transaction_id_fk";--> statement-breakpoint
ALTER TABLE "provider_transactions" DROP CONSTRAINT "provider_transactions_transaction_id_transactions_transaction_id_fk";--> statement-breakpoint
ALTER TABLE "transactions" DROP CONSTRAINT "transactions_transfer_pair_id_transactions_transaction_id_fk";--> statement-breakpoint
ALTER TABLE "transactions" DROP CONSTRAINT "transactions_pkey";--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_key" PRIMARY KEY("transaction_id","user_id");--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_owner" UNIQUE("budget_id","user_id");--> statement-breakpoint
ALTER TABLE "income_sources" ADD CONSTRAINT "income_sources_owner" UNIQUE("income_source_id","user_id");--> statement-breakpoint
ALTER TABLE "institution_access_items" ADD CONSTRAINT "institution_access_items_owner" UNIQUE("institution_access_item_id","user_id");--> statement-breakpoint
ALTER TABLE "budget_access_items" ADD CONSTRAINT "budget_access_items_budget" FOREIGN KEY ("budget_id","user_id") REFERENCES "public"."budgets"("budget_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_access_items" ADD CONSTRAINT "budget_access_items_item_owner" FOREIGN KEY ("institution_access_item_id","user_id") REFERENCES "public"."institution_access_items"("institution_access_item_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_categories" ADD CONSTRAINT "budget_categories_budget" FOREIGN KEY ("budget_id","user_id") REFERENCES "public"."budgets"("budget_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_exemptions" ADD CONSTRAINT "budget_exemptions_budget" FOREIGN KEY ("budget_id","user_id") REFERENCES "public"."budgets"("budget_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_exemptions" ADD CONSTRAINT "budget_exemptions_row" FOREIGN KEY ("transaction_id","user_id") REFERENCES "public"."transactions"("transaction_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "income_dismissals" ADD CONSTRAINT "income_dismissals_owner" FOREIGN KEY ("income_source_id","user_id") REFERENCES "public"."income_sources"("income_source_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "income_dismissals" ADD CONSTRAINT "income_dismissals_row" FOREIGN KEY ("transaction_id","user_id") REFERENCES "public"."transactions"("transaction_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "income_payments" ADD CONSTRAINT "income_payments_owner" FOREIGN KEY ("income_source_id","user_id") REFERENCES "public"."income_sources"("income_source_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "income_payments" ADD CONSTRAINT "income_payments_row" FOREIGN KEY ("transaction_id","user_id") REFERENCES "public"."transactions"("transaction_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "income_sources" ADD CONSTRAINT "income_sources_item_owner" FOREIGN KEY ("institution_access_item_id","user_id") REFERENCES "public"."institution_access_items"("institution_access_item_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "income_terms" ADD CONSTRAINT "income_terms_owner" FOREIGN KEY ("income_source_id","user_id") REFERENCES "public"."income_sources"("income_source_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unlinked_income_payments" ADD CONSTRAINT "unlinked_income_payments_owner" FOREIGN KEY ("income_source_id","user_id") REFERENCES "public"."income_sources"("income_source_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unlinked_income_payments" ADD CONSTRAINT "unlinked_income_payments_row" FOREIGN KEY ("transaction_id","user_id") REFERENCES "public"."transactions"("transaction_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_item_owner" FOREIGN KEY ("institution_access_item_id","user_id") REFERENCES "public"."institution_access_items"("institution_access_item_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchanged_tokens" ADD CONSTRAINT "exchanged_tokens_item_owner" FOREIGN KEY ("institution_access_item_id","user_id") REFERENCES "public"."institution_access_items"("institution_access_item_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moved_marks" ADD CONSTRAINT "moved_marks_from_row" FOREIGN KEY ("from_transaction_id","user_id") REFERENCES "public"."transactions"("transaction_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moved_marks" ADD CONSTRAINT "moved_marks_to_row" FOREIGN KEY ("to_transaction_id","user_id") REFERENCES "public"."transactions"("transaction_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_row" FOREIGN KEY ("transaction_id","user_id") REFERENCES "public"."transactions"("transaction_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_transfer_pair_row" FOREIGN KEY ("transfer_pair_id","user_id") REFERENCES "public"."transactions"("transaction_id","user_id") ON DELETE set null ("transfer_pair_id") ON UPDATE no action;--> statement-breakpoint
ALTER POLICY "budget_categories_of_the_user" ON "budget_categories" TO app_user USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid) and financial_category_id in (select c.financial_category_id from financial_categories c));--> statement-breakpoint
ALTER POLICY "transactions_of_the_user" ON "transactions" TO app_user USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid) and (financial_category_id is null or financial_category_id in (select c.financial_category_id from financial_categories c)));
