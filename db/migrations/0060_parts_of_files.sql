ALTER TABLE "provider_transactions" ADD COLUMN "has_parts" boolean;
--> statement-breakpoint
-- What earlier files divided is known only by what has become of it.
UPDATE provider_transactions AS fact SET has_parts = true FROM transactions AS own, imports
WHERE own.transaction_id = fact.transaction_id AND imports.import_id = fact.import_id AND imports.format = 'qif' AND own.category_source = 'file'
  AND EXISTS (SELECT FROM transaction_parts AS part WHERE part.transaction_id = own.transaction_id);
