DROP INDEX "transaction_parts_user";--> statement-breakpoint
DROP INDEX "transaction_tags_user";--> statement-breakpoint
CREATE INDEX "transaction_parts_user" ON "transaction_parts" USING btree ("user_id","transaction_id");--> statement-breakpoint
CREATE INDEX "transaction_tags_user" ON "transaction_tags" USING btree ("user_id","transaction_id");