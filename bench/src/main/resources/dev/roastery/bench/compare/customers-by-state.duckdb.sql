SELECT s.state, sum(t.original_amount - t.discount_applied) AS net, count(DISTINCT t.user_id) AS customers
FROM read_csv({transactions}, header = true, auto_detect = false, columns = {
  'transaction_id': 'VARCHAR', 'store_id': 'BIGINT', 'payment_method_id': 'BIGINT', 'voucher_id': 'BIGINT',
  'user_id': 'BIGINT', 'original_amount': 'DECIMAL(18, 2)', 'discount_applied': 'DECIMAL(18, 2)',
  'final_amount': 'DECIMAL(18, 2)', 'created_at': 'TIMESTAMP'}) t
LEFT JOIN read_csv({stores}, header = true, auto_detect = false, columns = {
  'store_id': 'BIGINT', 'store_name': 'VARCHAR', 'street': 'VARCHAR', 'postal_code': 'VARCHAR', 'city': 'VARCHAR',
  'state': 'VARCHAR', 'latitude': 'DECIMAL(18, 6)', 'longitude': 'DECIMAL(18, 6)'}) s ON t.store_id = s.store_id
GROUP BY s.state
ORDER BY s.state NULLS FIRST
