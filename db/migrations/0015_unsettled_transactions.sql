DROP INDEX "transactions_removed";--> statement-breakpoint
CREATE INDEX "transactions_unsettled" ON "transactions" USING btree ("account_id") WHERE removed_by_bank_at is not null or pending;