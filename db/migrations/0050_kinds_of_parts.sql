-- Written by hand: a part's own sign said whether it pays a source. It counts as its transaction does.
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
  counted.kind, kind_reason, counted.kind, part.left_out, transfer_pair_id, removed_by_bank_at, dismissed_at, whole.note,
  whole.note_rule_id
FROM transaction_parts part JOIN transactions whole ON whole.transaction_id = part.transaction_id
CROSS JOIN LATERAL (SELECT CASE WHEN part.left_out THEN 'leftOut'
  WHEN whole.chosen_kind IS NULL AND whole.amount > 0
    AND EXISTS (SELECT FROM income_payments paid WHERE paid.transaction_id = whole.transaction_id) THEN 'income'
  ELSE whole.kind END AS kind) counted;
