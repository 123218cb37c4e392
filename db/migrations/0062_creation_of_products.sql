ALTER TABLE "products" ADD COLUMN "creation_key" text;--> statement-breakpoint
CREATE INDEX "products_creation" ON "products" USING btree ("mode","creation_key");