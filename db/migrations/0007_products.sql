CREATE TABLE "product_images" (
	"image_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_images_image_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"mode" text NOT NULL,
	"hash" text NOT NULL,
	"product_id" integer,
	"position" integer NOT NULL,
	"alt_text" text NOT NULL,
	"unused_since" timestamp with time zone,
	CONSTRAINT "product_images_use" CHECK (("product_images"."product_id" is null) = ("product_images"."unused_since" is not null))
);
--> statement-breakpoint
ALTER TABLE "product_images" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "product_picture_sizes" (
	"hash" text NOT NULL,
	"width" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "product_picture_sizes_key" PRIMARY KEY("hash","width")
);
--> statement-breakpoint
ALTER TABLE "product_picture_sizes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "product_pictures" (
	"hash" text PRIMARY KEY NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"stored_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_pictures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "products" (
	"product_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "products_product_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"mode" text NOT NULL,
	"name" text NOT NULL,
	"serial_number" text NOT NULL,
	"serial_number_key" text NOT NULL,
	"grade" text NOT NULL,
	"description" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "products_mode" CHECK ("products"."mode" in ('sandbox', 'live'))
);
--> statement-breakpoint
ALTER TABLE "products" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_hash_product_pictures_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."product_pictures"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_product_id_products_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_picture_sizes" ADD CONSTRAINT "product_picture_sizes_hash_product_pictures_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."product_pictures"("hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_images_product" ON "product_images" USING btree ("product_id","position");--> statement-breakpoint
CREATE INDEX "product_images_picture" ON "product_images" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "product_images_unused" ON "product_images" USING btree ("unused_since") WHERE unused_since is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "products_serial_number" ON "products" USING btree ("mode","serial_number_key") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_deleted" ON "products" USING btree ("deleted_at") WHERE deleted_at is not null;