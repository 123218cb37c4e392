ALTER TABLE "category_sums" DROP CONSTRAINT "category_sums_item";
--> statement-breakpoint
ALTER TABLE "payee_sums" DROP CONSTRAINT "payee_sums_item";
--> statement-breakpoint
ALTER TABLE "provider_transactions" DROP CONSTRAINT "provider_transactions_import_owner";
--> statement-breakpoint
ALTER TABLE "imports" DROP CONSTRAINT "imports_owner";
--> statement-breakpoint
ALTER POLICY "provider_transactions_of_the_user" ON "provider_transactions" TO app_user USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid) and (select coalesce(current_setting('app.access', true), '') <> 'read') and (import_id is null or import_id in (select own.import_id from "imports" own)));--> statement-breakpoint
-- What the foreign keys of the sums did: a bank's sums go with it, after its rows.
CREATE FUNCTION drop_sums_of_months() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM category_sums AS kept USING gone WHERE kept.institution_access_item_id = gone.institution_access_item_id;
  DELETE FROM payee_sums AS kept USING gone WHERE kept.institution_access_item_id = gone.institution_access_item_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sums_of_months_dropped AFTER DELETE ON institution_access_items
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION drop_sums_of_months();
