SELECT transaction_id, final_amount
FROM read_csv({transactions}, header = true, auto_detect = false, columns = {
  'transaction_id': 'VARCHAR', 'store_id': 'BIGINT', 'payment_method_id': 'BIGINT', 'voucher_id': 'BIGINT',
  'user_id': 'BIGINT', 'original_amount': 'DECIMAL(18, 2)', 'discount_applied': 'DECIMAL(18, 2)',
  'final_amount': 'DECIMAL(18, 2)', 'created_at': 'TIMESTAMP'})
WHERE final_amount >= 20
ORDER BY transaction_id, final_amount
