ALTER TABLE "users" DROP CONSTRAINT "users_identity";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "identity_key";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "issuer";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "tenant_id";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "address";