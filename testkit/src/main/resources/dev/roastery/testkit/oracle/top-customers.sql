WITH counts AS (
  SELECT store_id, user_id::BIGINT AS user_id, count(*) AS purchases
  FROM {transactions}
  WHERE year(created_at) IN (2024, 2025) AND user_id IS NOT NULL
  GROUP BY ALL
), ranked AS (
  SELECT *, row_number() OVER (PARTITION BY store_id ORDER BY purchases DESC, user_id) AS place
  FROM counts
  QUALIFY place <= 3
)
SELECT store_name, user_id, birthdate, purchases
FROM ranked LEFT JOIN {stores} USING (store_id) LEFT JOIN {users} USING (user_id)
ORDER BY store_id NULLS FIRST, place
