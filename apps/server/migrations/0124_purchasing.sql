-- Suppliers, purchase orders with their lines, and the price of steel in stock.
create table suppliers (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  code text collate "C" not null check (code <> ''),
  name text not null check (name <> ''),
  contact text not null default '',
  phone text not null default '',
  email text not null default '',
  note text not null default '',
  active boolean not null default true,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint suppliers_code_key unique (plant_id, code)
);

create table purchases (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  no text collate "C" not null,
  status text collate "C" not null default 'draft'
    check (status in ('draft', 'approved', 'ordered', 'partly_received', 'received', 'cancelled')),
  -- null: a requisition whose supplier is not chosen yet.
  supplier_id bigint constraint purchases_supplier_fkey references suppliers,
  -- How many more pieces of a line than ordered are accepted.
  over_percent integer not null default 5 check (over_percent between 0 and 50),
  note text not null default '',
  approved_by_name text,
  approved_at timestamptz,
  ordered_at timestamptz,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint purchases_no_key unique (plant_id, no),
  constraint purchases_supplier_check check (status in ('draft', 'cancelled') or supplier_id is not null)
);
create index purchases_by_id on purchases (plant_id, id);
create index purchases_by_status on purchases (plant_id, status, id);
create index purchases_by_supplier on purchases (supplier_id);

create table purchase_lines (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  purchase_id bigint not null constraint purchase_lines_purchase_fkey references purchases on delete cascade,
  position integer not null check (position > 0),
  form text collate "C" not null check (form in ('plate', 'section', 'bar', 'tube')),
  profile text not null check (profile <> ''),
  grade text not null default '',
  -- null: a plate, whose profile contains its size.
  length_mm numeric(9,1) check (length_mm > 0),
  pieces integer not null check (pieces > 0),
  -- By theory; null: the profile says no weight.
  kg numeric(18,3) check (kg >= 0),
  price_per_tonne numeric(12,2) check (price_per_tonne >= 0),
  expected_on date,
  -- The order that it is for: the one that is due first.
  order_id bigint constraint purchase_lines_order_fkey references orders on delete set null,
  -- The nest whose bars to buy it is for.
  nest_id bigint constraint purchase_lines_nest_fkey references nests on delete set null,
  max_pieces integer not null,
  received integer not null default 0 check (received >= 0),
  -- By scale.
  received_kg numeric(14,3) not null default 0 check (received_kg >= 0),
  constraint purchase_lines_max_check check (max_pieces >= pieces),
  constraint purchase_lines_over_check check (received <= max_pieces)
);
create index purchase_lines_by_purchase on purchase_lines (purchase_id, position);
create index purchase_lines_by_order on purchase_lines (order_id);
create index purchase_lines_by_nest on purchase_lines (nest_id);
create index purchase_lines_by_day on purchase_lines (plant_id, expected_on, id);

-- Which lots came of a line.
create table purchase_receipts (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  line_id bigint not null constraint purchase_receipts_line_fkey references purchase_lines on delete cascade,
  lot_id bigint not null constraint purchase_receipts_lot_fkey references material_lots on delete cascade,
  pieces integer not null check (pieces > 0),
  -- By scale.
  kg numeric(14,3) not null check (kg > 0),
  received_at timestamptz not null,
  received_by_name text not null
);
create index purchase_receipts_by_line on purchase_receipts (line_id, id);
create index purchase_receipts_by_lot on purchase_receipts (lot_id);

-- A lot that is deleted from its receipt was not received: its line is open again.
create function purchase_receipt_deleted() returns trigger language plpgsql as $$
begin
  update purchase_lines set received = received - old.pieces, received_kg = received_kg - old.kg where id = old.line_id;
  update purchases set status = 'partly_received'
  where status = 'received' and id = (select purchase_id from purchase_lines where id = old.line_id);
  return null;
end $$;
create trigger purchase_receipts_deleted after delete on purchase_receipts
  for each row execute function purchase_receipt_deleted();

-- Moving average price of steel in stock by profile, in one spelling, and grade.
create table steel_prices (
  plant_id bigint not null references plants,
  profile text collate "C" not null,
  grade text collate "C" not null,
  price_per_tonne numeric(12,2) not null check (price_per_tonne >= 0),
  updated_at timestamptz not null default now(),
  primary key (plant_id, profile, grade)
);
