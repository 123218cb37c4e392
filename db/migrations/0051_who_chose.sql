ALTER TABLE "budget_exemptions" ADD COLUMN "decided_by" uuid;--> statement-breakpoint
ALTER TABLE "moved_marks" ADD COLUMN "category_by" uuid;--> statement-breakpoint
ALTER TABLE "moved_marks" ADD COLUMN "kind_by" uuid;--> statement-breakpoint
ALTER TABLE "moved_marks" ADD COLUMN "note_by" uuid;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "category_by" uuid;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "kind_by" uuid;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "note_by" uuid;--> statement-breakpoint
ALTER TABLE "transfer_decisions" ADD COLUMN "decided_by" uuid;