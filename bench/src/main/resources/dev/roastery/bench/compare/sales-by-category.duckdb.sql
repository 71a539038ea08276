SELECT i.category, count(DISTINCT l.transaction_id) AS sales
FROM read_csv({transaction_items}, header = true, auto_detect = false, columns = {
  'transaction_id': 'VARCHAR', 'item_id': 'BIGINT', 'quantity': 'BIGINT', 'unit_price': 'DECIMAL(18, 2)',
  'subtotal': 'DECIMAL(18, 2)', 'created_at': 'TIMESTAMP'}) l
LEFT JOIN read_csv({menu_items}, header = true, auto_detect = false, columns = {
  'item_id': 'BIGINT', 'item_name': 'VARCHAR', 'category': 'VARCHAR', 'price': 'DECIMAL(18, 2)',
  'is_seasonal': 'VARCHAR', 'available_from': 'DATE', 'available_to': 'DATE'}) i ON l.item_id = i.item_id
GROUP BY i.category
ORDER BY i.category NULLS FIRST
