select i.category, count(distinct l.transaction_id) as sales
from transaction_items l left join menu_items i on l.item_id = i.item_id
group by i.category
