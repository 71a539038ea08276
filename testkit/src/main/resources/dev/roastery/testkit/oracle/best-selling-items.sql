WITH sums AS (
  SELECT date_trunc('month', created_at) AS month, item_id, sum(quantity)::BIGINT AS quantity
  FROM {transaction_items}
  WHERE year(created_at) IN (2024, 2025)
  GROUP BY ALL
), best AS (
  FROM sums
  QUALIFY row_number() OVER (PARTITION BY month ORDER BY quantity DESC NULLS LAST, item_id NULLS FIRST) = 1
)
SELECT strftime(month, '%Y-%m') AS month, item_name, quantity
FROM best LEFT JOIN {menu_items} USING (item_id)
ORDER BY best.month
