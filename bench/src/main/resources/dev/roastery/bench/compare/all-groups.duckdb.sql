SELECT transaction_id, sum(subtotal) AS amount, sum(quantity) AS quantity
FROM read_csv({transaction_items}, header = true, auto_detect = false, columns = {
  'transaction_id': 'VARCHAR', 'item_id': 'BIGINT', 'quantity': 'BIGINT', 'unit_price': 'DECIMAL(18, 2)',
  'subtotal': 'DECIMAL(18, 2)', 'created_at': 'TIMESTAMP'})
GROUP BY transaction_id
ORDER BY transaction_id
