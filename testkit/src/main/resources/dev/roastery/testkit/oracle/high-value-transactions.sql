SELECT transaction_id, final_amount::DECIMAL(18, 2) AS final_amount
FROM {transactions}
WHERE year(created_at) IN (2024, 2025)
  AND created_at::TIME BETWEEN TIME '06:00:00' AND TIME '23:00:00'
  AND final_amount >= 75
ORDER BY transaction_id NULLS FIRST, final_amount
