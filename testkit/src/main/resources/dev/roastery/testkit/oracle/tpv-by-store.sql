WITH sums AS (
  SELECT year(created_at) AS year, (month(created_at) + 5) // 6 AS half, store_id,
    sum(final_amount)::DECIMAL(18, 2) AS tpv
  FROM {transactions}
  WHERE year(created_at) IN (2024, 2025) AND created_at::TIME BETWEEN TIME '06:00:00' AND TIME '23:00:00'
  GROUP BY ALL
)
SELECT format('{}-H{}', year, half) AS half, store_name, tpv
FROM sums LEFT JOIN {stores} USING (store_id)
ORDER BY year, sums.half, store_id NULLS FIRST
