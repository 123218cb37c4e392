DROP INDEX "transactions_item_date";--> statement-breakpoint
CREATE INDEX "transactions_item_date" ON "transactions" USING btree ("user_id","institution_access_item_id","date","transaction_id");