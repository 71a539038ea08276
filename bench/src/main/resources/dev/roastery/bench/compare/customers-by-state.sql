select s.state, sum(t.original_amount - t.discount_applied) as net, count(distinct t.user_id) as customers
from transactions t left join stores s on t.store_id = s.store_id
group by s.state
