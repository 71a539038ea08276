// A small coffee chain: the same files each time, so that an upload can go on after the page was loaded again.
const STORES = [['Old Harbour', 'Penang', 1.5], ['Central Station', 'Kuala Lumpur', 1.9], ['Museum Lane', 'Malacca', 0.8],
  ['University', 'Kuala Lumpur', 1.3], ['Garden City', 'Johor Bahru', 1.0], ['Airport', 'Sepang', 1.1]];
const ITEMS = [['Espresso', 'coffee', 600], ['Americano', 'coffee', 700], ['Latte', 'coffee', 800], ['Cappuccino', 'coffee', 800],
  ['Flat White', 'coffee', 900], ['Mocha', 'coffee', 900], ['Hot Chocolate', 'non-coffee', 900], ['Matcha Latte', 'non-coffee', 1000]];
const MONTHS = 18;
const SALES = 26000;
const USERS = 400;
const MODIFIED = Date.UTC(2025, 5, 30);

/** A small generator of numbers from 0 to 1, the same ones for the same seed. */
function draws(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const two = (number) => String(number).padStart(2, '0');
const money = (cents) => `${Math.trunc(cents / 100)}.${two(cents % 100)}`;
const file = (name, header, rows) => new File([`${[header, ...rows].join('\n')}\n`], name,
  { type: 'text/csv', lastModified: MODIFIED });

function weighted(draw, weights) {
  let rest = draw() * weights.reduce((total, each) => total + each, 0);
  return weights.findIndex((each) => (rest -= each) < 0);
}

function month(index, draw) {
  const [year, number] = [2024 + Math.floor(index / 12), 1 + (index % 12)];
  const season = 1 + 0.22 * Math.cos((2 * Math.PI * (number - 12)) / 12);
  const growth = 1 + index / MONTHS;
  const total = Math.round((SALES / MONTHS / 1.5) * season * growth);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const stores = STORES.map((store, place) => store[2] * (1 + 0.3 * Math.sin(index / 3 + place)));
  const items = ITEMS.map((_, place) => 1 + 0.8 * Math.sin(place * 2 + index / 4) + place / 8);
  const [sales, sold] = [[], []];
  for (let sale = 0; sale < total; sale++) {
    const day = 1 + Math.floor((sale * days) / total);
    const at = `${year}-${two(number)}-${two(day)} ${two(6 + Math.floor(draw() * 16))}:${two(Math.floor(draw() * 60))}:${two(Math.floor(draw() * 60))}`;
    const id = `${year}${two(number)}-${String(sale + 1).padStart(5, '0')}`;
    let cents = 0;
    for (let line = 0, lines = 1 + Math.floor(draw() * 3); line < lines; line++) {
      const item = weighted(draw, items);
      const quantity = 1 + Math.floor(draw() * 3);
      cents += quantity * ITEMS[item][2];
      sold.push([id, item + 1, quantity, money(ITEMS[item][2]), money(quantity * ITEMS[item][2]), at].join(','));
    }
    const voucher = draw() < 0.02 ? 1 + Math.floor(draw() * 5) : '';
    const discount = voucher ? Math.trunc((cents * voucher) / 10) : 0;
    const user = draw() < 0.5 ? 1 + Math.floor(draw() * USERS) : '';
    sales.push([id, 1 + weighted(draw, stores), 1 + Math.floor(draw() * 5), voucher, user, money(cents), money(discount),
      money(cents - discount), at].join(','));
  }
  return { name: `${year}${two(number)}`, sales, sold };
}

/** Files of five tables, each with the path that it would have in a folder. */
export function sampleFiles() {
  const draw = draws(20240101);
  const found = [];
  const add = (table, made) => found.push({ file: made, path: `sample/${table}/${made.name}` });
  add('stores', file('stores.csv', 'store_id,store_name,street,postal_code,city,state,latitude,longitude',
    STORES.map(([name, city], index) => [index + 1, name, `Main Street ${index + 1}`, `${50100 + index}`, city, 'Malaysia',
      (3 + index / 10).toFixed(6), (101 + index / 10).toFixed(6)].join(','))));
  add('menu_items', file('menu_items.csv', 'item_id,item_name,category,price,is_seasonal,available_from,available_to',
    ITEMS.map(([name, category, cents], index) => [index + 1, name, category, money(cents), 'False', '2024-01-01', '2025-12-31'].join(','))));
  add('users', file('users.csv', 'user_id,gender,birthdate,registered_at', Array.from({ length: USERS }, (_, index) =>
    [index + 1, draw() < 0.5 ? 'female' : 'male', `${1960 + Math.floor(draw() * 45)}-${two(1 + Math.floor(draw() * 12))}-${
      two(1 + Math.floor(draw() * 28))}`, '2023-12-01 09:00:00'].join(','))));
  for (let index = 0; index < MONTHS; index++) {
    const { name, sales, sold } = month(index, draw);
    add('transactions', file(`transactions_${name}.csv`,
      'transaction_id,store_id,payment_method_id,voucher_id,user_id,original_amount,discount_applied,final_amount,created_at', sales));
    add('transaction_items', file(`transaction_items_${name}.csv`,
      'transaction_id,item_id,quantity,unit_price,subtotal,created_at', sold));
  }
  return found;
}

export const SAMPLE_QUESTIONS = [
  { name: 'revenue-by-month', sql: `select month(created_at) as month, sum(final_amount) as revenue
from transactions
group by month(created_at)
order by month` },
  { name: 'sales-by-item', sql: `select i.item_name, sum(l.quantity) as sold, sum(l.subtotal) as revenue
from transaction_items l
left join menu_items i on i.item_id = l.item_id
group by i.item_name
order by revenue desc` },
];
