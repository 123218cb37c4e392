CREATE TABLE "identities" (
	"mode" text NOT NULL,
	"identity_key" text NOT NULL,
	"user_id" uuid NOT NULL,
	"realm" text NOT NULL,
	"issuer" text NOT NULL,
	"tenant_id" text,
	"address" text,
	"user_details" text NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "identities_key" PRIMARY KEY("mode","identity_key")
);
--> statement-breakpoint
ALTER TABLE "identities" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invitations" (
	"invitation_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"role" text NOT NULL,
	"name" text,
	"user_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invitations_token_hash" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "invitations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "passkeys" (
	"passkey_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"host" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text NOT NULL,
	"is_synced" boolean NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"refused_at" timestamp with time zone,
	CONSTRAINT "passkeys_credential" UNIQUE("credential_id")
);
--> statement-breakpoint
ALTER TABLE "passkeys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "verified_at" timestamp with time zone;--> statement-breakpoint
UPDATE "sessions" SET "verified_at" = "created_at";--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "verified_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "passkey_id" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "user_agent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "handle" text;--> statement-breakpoint
-- The row of a person who is leaving keeps the deletion's reference; everyone else gets 32 random bytes.
UPDATE "users" SET "handle" = CASE WHEN "leaving_since" IS NULL THEN encode(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'hex') ELSE "identity_key" END;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "handle" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "role" text DEFAULT 'visitor' NOT NULL;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identities_user" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invitations_user" ON "invitations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_passkey_id_passkeys_passkey_id_fk" FOREIGN KEY ("passkey_id") REFERENCES "public"."passkeys"("passkey_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_passkey" ON "sessions" USING btree ("passkey_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_owner" ON "users" USING btree ("mode") WHERE role = 'owner';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_handle" UNIQUE("handle");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role" CHECK ("users"."role" in ('owner', 'member', 'visitor'));--> statement-breakpoint
-- An identity's provider is the one of its latest session. Without a session it gets one at its next sign-in.
INSERT INTO "identities" ("mode", "identity_key", "user_id", "realm", "issuer", "tenant_id", "address", "user_details", "linked_at")
SELECT "mode", "identity_key", "user_id", coalesce((SELECT "realm" FROM "sessions" WHERE "sessions"."user_id" = "users"."user_id" ORDER BY "created_at" DESC LIMIT 1), ''), "issuer", "tenant_id", "address", "user_details", "first_sign_in"
FROM "users" WHERE "leaving_since" IS NULL;
