ALTER TABLE "income_payments" ADD COLUMN "for_date" date;--> statement-breakpoint
ALTER TABLE "income_refusals" ADD COLUMN "direction" text DEFAULT 'in' NOT NULL;--> statement-breakpoint
ALTER TABLE "income_sources" ADD COLUMN "direction" text DEFAULT 'in' NOT NULL;--> statement-breakpoint
ALTER TABLE "income_sources" ADD COLUMN "rhythm" text DEFAULT 'monthly' NOT NULL;--> statement-breakpoint
ALTER TABLE "income_sources" ADD COLUMN "second_day" integer;--> statement-breakpoint
ALTER TABLE "income_sources" ADD COLUMN "due_dates" date[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "income_sources" ADD COLUMN "is_about" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "income_sources" ADD COLUMN "grace_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "unlinked_income_payments" ADD COLUMN "for_date" date;--> statement-breakpoint
ALTER TABLE "income_refusals" DROP CONSTRAINT "income_refusals_key";
--> statement-breakpoint
ALTER TABLE "income_refusals" ADD CONSTRAINT "income_refusals_key" PRIMARY KEY("institution_access_item_id","payee_key","iso_currency_code","direction");--> statement-breakpoint
ALTER TABLE "income_sources" ADD CONSTRAINT "income_sources_direction" CHECK ("income_sources"."direction" in ('in', 'out'));--> statement-breakpoint
ALTER TABLE "income_sources" ADD CONSTRAINT "income_sources_rhythm" CHECK ("income_sources"."rhythm" in ('weekly', 'everyTwoWeeks', 'twiceAMonth', 'monthly', 'quarterly', 'yearly', 'irregular'));--> statement-breakpoint
ALTER TABLE "income_sources" ADD CONSTRAINT "income_sources_second_day" CHECK (("income_sources"."rhythm" = 'twiceAMonth') = ("income_sources"."second_day" is not null) and coalesce("income_sources"."second_day", 1) between 1 and 31);--> statement-breakpoint
ALTER TABLE "income_sources" ADD CONSTRAINT "income_sources_grace" CHECK ("income_sources"."grace_days" between 0 and 60);