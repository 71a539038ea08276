-- What the five queries need, read once, with the types declared. Their own conditions stay as they are.
SET preserve_insertion_order = false;

CREATE TABLE best_transactions AS
SELECT CASE WHEN final_amount >= 75 THEN transaction_id END AS transaction_id,
  store_id, user_id, final_amount, created_at
FROM read_csv({transactions}, header = true, auto_detect = false, columns = {
  'transaction_id': 'VARCHAR', 'store_id': 'BIGINT', 'payment_method_id': 'BIGINT', 'voucher_id': 'BIGINT',
  'user_id': 'BIGINT', 'original_amount': 'DECIMAL(18, 2)', 'discount_applied': 'DECIMAL(18, 2)',
  'final_amount': 'DECIMAL(18, 2)', 'created_at': 'TIMESTAMP'})
WHERE created_at >= '2024-01-01' AND created_at < '2026-01-01';

CREATE TABLE best_transaction_items AS
SELECT date_trunc('month', created_at) AS created_at, item_id, sum(quantity) AS quantity, sum(subtotal) AS subtotal
FROM read_csv({transaction_items}, header = true, auto_detect = false, columns = {
  'transaction_id': 'VARCHAR', 'item_id': 'BIGINT', 'quantity': 'BIGINT', 'unit_price': 'DECIMAL(18, 2)',
  'subtotal': 'DECIMAL(18, 2)', 'created_at': 'TIMESTAMP'})
WHERE created_at >= '2024-01-01' AND created_at < '2026-01-01'
GROUP BY ALL;

CREATE VIEW best_menu_items AS
FROM read_csv({menu_items}, header = true, auto_detect = false, columns = {
  'item_id': 'BIGINT', 'item_name': 'VARCHAR', 'category': 'VARCHAR', 'price': 'DECIMAL(18, 2)',
  'is_seasonal': 'VARCHAR', 'available_from': 'DATE', 'available_to': 'DATE'});

CREATE VIEW best_stores AS
FROM read_csv({stores}, header = true, auto_detect = false, columns = {
  'store_id': 'BIGINT', 'store_name': 'VARCHAR', 'street': 'VARCHAR', 'postal_code': 'VARCHAR', 'city': 'VARCHAR',
  'state': 'VARCHAR', 'latitude': 'DECIMAL(18, 6)', 'longitude': 'DECIMAL(18, 6)'});

CREATE VIEW best_users AS
FROM read_csv({users}, header = true, auto_detect = false, columns = {
  'user_id': 'BIGINT', 'gender': 'VARCHAR', 'birthdate': 'DATE', 'registered_at': 'TIMESTAMP'});
