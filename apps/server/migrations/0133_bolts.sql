-- Bolts and other bought parts: lists of orders, lots in stock, issues (decision 0079).
create table bought_items (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  kind text collate "C" not null check (kind in ('set', 'bolt', 'nut', 'washer', 'stud', 'anchor', 'other')),
  -- All of the following in one text: equal parts have the same one.
  designation text collate "C" not null check (designation <> ''),
  name text not null default '',
  standard text collate "C" not null default '',
  size text collate "C" not null default '',
  length_mm numeric(7,1) check (length_mm > 0),
  grade text collate "C" not null default '',
  finish text not null default '',
  -- Moving average of what was paid for one; null: never received with a price.
  price numeric(12,4) check (price >= 0),
  constraint bought_items_key unique (plant_id, designation, kind)
);

create table order_bolts (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  order_id bigint not null constraint order_bolts_order_fkey references orders on delete cascade,
  item_id bigint not null constraint order_bolts_item_fkey references bought_items,
  -- The assembly that it belongs to; empty: none.
  mark text collate "C" not null default '',
  -- The connection on site; empty: none.
  connection text collate "C" not null default '',
  place text collate "C" not null check (place in ('shop', 'site')),
  quantity integer not null check (quantity > 0),
  -- Added for loss.
  extra_percent numeric(4,1) not null default 0 check (extra_percent between 0 and 100),
  required integer not null generated always as (ceil(quantity * (100 + extra_percent) / 100)::integer) stored,
  note text not null default '',
  -- The import that it came from; null: by hand.
  import_id bigint constraint order_bolts_import_fkey references import_jobs on delete cascade,
  -- The later import that replaced it.
  replaced_by bigint constraint order_bolts_replaced_fkey references import_jobs on delete set null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null
);
create index order_bolts_by_order on order_bolts (order_id, place, connection, mark, id) where replaced_by is null;
create index order_bolts_by_item on order_bolts (item_id) where replaced_by is null;
create index order_bolts_by_import on order_bolts (import_id);
create index order_bolts_by_replaced on order_bolts (replaced_by);

-- Bought parts that a list names, until the import is applied.
alter table import_jobs add column bought jsonb not null default '[]';

create table bolt_lots (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  item_id bigint not null constraint bolt_lots_item_fkey references bought_items,
  -- The manufacturer's.
  lot_no text collate "C" not null check (lot_no <> ''),
  certificate_no text collate "C" not null default '',
  supplier text not null default '',
  delivery_note text collate "C" not null default '',
  location text not null default '',
  boxes integer check (boxes > 0),
  received integer not null check (received > 0),
  issued integer not null default 0,
  price numeric(12,4) check (price >= 0),
  received_on date not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint bolt_lots_stock_check check (issued between 0 and received),
  constraint bolt_lots_key unique (plant_id, item_id, lot_no, delivery_note)
);
create index bolt_lots_by_id on bolt_lots (plant_id, id);

-- Bolts given to an order: packed for the site, or used in the shop. A row that is deleted was given back.
create table bolt_issues (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  lot_id bigint not null constraint bolt_issues_lot_fkey references bolt_lots,
  order_id bigint not null constraint bolt_issues_order_fkey references orders on delete cascade,
  -- null: used in the shop.
  package_id bigint constraint bolt_issues_package_fkey references packages on delete cascade,
  quantity integer not null check (quantity > 0),
  issued_at timestamptz not null,
  issued_by bigint,
  issued_by_name text not null
);
create index bolt_issues_by_order on bolt_issues (order_id, id);
create index bolt_issues_by_lot on bolt_issues (lot_id);
create index bolt_issues_by_package on bolt_issues (package_id);

-- Pieces of bolts in a package; a box with nothing else can be closed as well.
alter table packages add column bolts integer not null default 0 check (bolts >= 0);
alter table packages drop constraint packages_filled_check;
alter table packages add constraint packages_filled_check check (status = 'open' or pieces + bolts > 0);

create function bolt_issue_deleted() returns trigger language plpgsql as $$
begin
  update bolt_lots set issued = issued - old.quantity where id = old.lot_id;
  update packages set bolts = bolts - old.quantity where id = old.package_id;
  return null;
end $$;
create trigger bolt_issues_deleted after delete on bolt_issues for each row execute function bolt_issue_deleted();
