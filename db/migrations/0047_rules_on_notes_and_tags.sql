ALTER TABLE "transaction_tags" ADD COLUMN "rule_id" integer;--> statement-breakpoint
ALTER TABLE "rules" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "rules" ADD COLUMN "tag_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "moved_marks" ADD COLUMN "keeps_words" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "note_rule_id" integer;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "keeps_words" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "transaction_tags_ruled" ON "transaction_tags" USING btree ("user_id") WHERE rule_id is not null;--> statement-breakpoint
CREATE INDEX "transactions_noted" ON "transactions" USING btree ("user_id") WHERE note_rule_id is not null;--> statement-breakpoint
-- Written by hand: only the person's notes mark a row, so lines have to say whose theirs are.
CREATE OR REPLACE VIEW ledger_lines WITH (security_invoker = true) AS
SELECT user_id, transaction_id, 0 AS part_id, true AS is_first, true AS starts_row, institution_access_item_id, account_id, date,
  authorized_date, payee, payee_key, name, merchant_name, amount, iso_currency_code, pending, bank_category, bank_category_detailed,
  financial_category_id, category_source, kind, kind_reason, chosen_kind, false AS left_out, transfer_pair_id, removed_by_bank_at,
  dismissed_at, note, note_rule_id
FROM transactions
WHERE transaction_id NOT IN (SELECT transaction_id FROM transaction_parts)
UNION ALL
SELECT whole.user_id, whole.transaction_id, part.part_id,
  NOT part.left_out AND NOT EXISTS (SELECT FROM transaction_parts earlier
    WHERE earlier.transaction_id = part.transaction_id AND earlier.part_id < part.part_id AND NOT earlier.left_out
      AND earlier.financial_category_id IS NOT DISTINCT FROM part.financial_category_id),
  NOT part.left_out AND NOT EXISTS (SELECT FROM transaction_parts earlier
    WHERE earlier.transaction_id = part.transaction_id AND earlier.part_id < part.part_id AND NOT earlier.left_out),
  institution_access_item_id, account_id, date, authorized_date, payee, payee_key, name, merchant_name, part.amount,
  iso_currency_code, pending, bank_category, bank_category_detailed, part.financial_category_id, category_source,
  CASE WHEN part.left_out THEN 'leftOut' ELSE kind END, kind_reason, CASE WHEN part.left_out THEN 'leftOut' ELSE chosen_kind END,
  part.left_out, transfer_pair_id, removed_by_bank_at, dismissed_at, whole.note, whole.note_rule_id
FROM transaction_parts part JOIN transactions whole ON whole.transaction_id = part.transaction_id;
