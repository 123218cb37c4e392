ALTER TABLE "moved_marks" ADD COLUMN "chosen_kind" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "chosen_kind" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "kind" text DEFAULT 'spending' NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "kind_reason" text DEFAULT 'default' NOT NULL;--> statement-breakpoint
-- What rows counted as so far; "count it" about a transfer said nothing.
UPDATE "transactions" SET
  "chosen_kind" = CASE WHEN "counts_as_spending" AND "transfer_pair_id" IS NULL THEN 'spending' END,
  "kind" = CASE WHEN "transfer_pair_id" IS NOT NULL THEN 'transfer' WHEN "counts_as_spending" THEN 'spending' ELSE 'income' END,
  "kind_reason" = CASE WHEN "transfer_pair_id" IS NOT NULL THEN 'paired' WHEN "counts_as_spending" THEN 'chosen' ELSE 'bank' END
WHERE "transfer_pair_id" IS NOT NULL OR "counts_as_spending" OR "bank_category" = 'INCOME'
  OR left("bank_category_detailed", 7) = 'INCOME_';--> statement-breakpoint
UPDATE "moved_marks" SET "chosen_kind" = 'spending' WHERE "counts_as_spending";--> statement-breakpoint
ALTER TABLE "moved_marks" DROP COLUMN "counts_as_spending";--> statement-breakpoint
ALTER TABLE "transactions" DROP COLUMN "counts_as_spending";--> statement-breakpoint
-- The rule for the rest is the server's: it sorts every ledger when it starts.
INSERT INTO "jobs" ("kind", "key", "payload", "due_at")
SELECT 'sort-ledger', "user_id"::text, '{}', now() FROM "transactions" GROUP BY "user_id"
ON CONFLICT DO NOTHING;
