CREATE TABLE "transfer_decisions" (
	"out_transaction_id" integer NOT NULL,
	"in_transaction_id" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"is_transfer" boolean NOT NULL,
	CONSTRAINT "transfer_decisions_key" PRIMARY KEY("out_transaction_id","in_transaction_id")
);
--> statement-breakpoint
ALTER TABLE "transfer_decisions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "transactions_transfer_like";--> statement-breakpoint
ALTER TABLE "transfer_decisions" ADD CONSTRAINT "transfer_decisions_out_row" FOREIGN KEY ("out_transaction_id","user_id") REFERENCES "public"."transactions"("transaction_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_decisions" ADD CONSTRAINT "transfer_decisions_in_row" FOREIGN KEY ("in_transaction_id","user_id") REFERENCES "public"."transactions"("transaction_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transfer_decisions_user" ON "transfer_decisions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_decisions_out" ON "transfer_decisions" USING btree ("out_transaction_id") WHERE is_transfer;--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_decisions_in" ON "transfer_decisions" USING btree ("in_transaction_id") WHERE is_transfer;--> statement-breakpoint
CREATE INDEX "transfer_decisions_in_row" ON "transfer_decisions" USING btree ("in_transaction_id");--> statement-breakpoint
CREATE INDEX "transactions_chosen_transfer" ON "transactions" USING btree ("user_id") WHERE chosen_kind = 'transfer';--> statement-breakpoint
CREATE POLICY "transfer_decisions_of_the_user" ON "transfer_decisions" AS PERMISSIVE FOR ALL TO "app_user" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
-- Pairs need evidence now: the server finds them anew when it starts.
INSERT INTO "jobs" ("kind", "key", "payload", "due_at")
SELECT 'sort-ledger', "user_id"::text, '{}', now() FROM "transactions" GROUP BY "user_id"
ON CONFLICT DO NOTHING;
