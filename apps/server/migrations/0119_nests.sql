-- Nests: which parts are cut from which bars. Parts of an order are identified by mark and part mark, which a revision of
-- the order leaves as they are when it writes the parts again.
create table part_counts (
  plant_id bigint not null references plants,
  mark_id bigint not null constraint part_counts_mark_fkey references marks on delete cascade,
  part_mark text collate "C" not null,
  -- What the order needed when the last part was nested.
  needed integer not null check (needed >= 0),
  nested integer not null default 0 check (nested >= 0),
  cut integer not null default 0 check (cut >= 0),
  scrapped integer not null default 0 check (scrapped >= 0),
  primary key (mark_id, part_mark),
  constraint part_counts_demand_check check (nested + cut <= needed)
);

create table nests (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  no text collate "C" not null,
  status text collate "C" not null default 'solving'
    check (status in ('solving', 'planned', 'released', 'cut', 'cancelled', 'failed')),
  -- Why there is no plan.
  reason text,
  profile text not null check (profile <> ''),
  grade text not null default '',
  -- Empty: all released orders.
  order_ids bigint[] not null default '{}',
  -- Saw, prices, lengths to buy, limit of time; proposed again for the next nest.
  rules jsonb not null,
  -- While it is solved: the search is asked to end with its best plan.
  stopping boolean not null default false,
  -- Of the running search or of the result, in cents.
  cost numeric(14,2),
  bound numeric(14,2),
  bars integer not null default 0 check (bars >= 0),
  parts integer not null default 0 check (parts >= 0),
  -- Share of the used length.
  waste numeric(6,5),
  ended text,
  unmade jsonb not null default '[]' check (jsonb_typeof(unmade) = 'array'),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint nests_no_key unique (plant_id, no)
);
create index nests_by_id on nests (plant_id, id);
create index nests_by_status on nests (plant_id, status, id);
-- One search at a time.
create unique index nests_solving_key on nests (plant_id) where status = 'solving';

create table nest_bars (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  nest_id bigint not null constraint nest_bars_nest_fkey references nests on delete cascade,
  position integer not null check (position > 0),
  -- null: to be bought.
  stock_bar_id bigint constraint nest_bars_stock_fkey references stock_bars,
  status text collate "C" not null default 'planned' check (status in ('planned', 'reserved', 'cut', 'cancelled')),
  length_mm numeric(9,1) not null check (length_mm > 0),
  parts_mm numeric(9,1) not null check (parts_mm > 0),
  remnant_mm numeric(9,1) not null check (remnant_mm >= 0),
  waste_mm numeric(9,1) not null check (waste_mm >= 0),
  cut_at timestamptz,
  cut_by bigint,
  cut_by_name text,
  constraint nest_bars_position_key unique (nest_id, position),
  constraint nest_bars_length_check check (parts_mm + remnant_mm + waste_mm = length_mm),
  constraint nest_bars_cut_check check ((status = 'cut') = (cut_at is not null))
);
-- A bar is reserved by one nest.
create unique index nest_bars_reserved_key on nest_bars (stock_bar_id) where status in ('reserved', 'cut');
create index nest_bars_by_stock on nest_bars (stock_bar_id);

create table nest_parts (
  nest_bar_id bigint not null constraint nest_parts_bar_fkey references nest_bars on delete cascade,
  position integer not null check (position > 0),
  plant_id bigint not null references plants,
  mark_id bigint constraint nest_parts_mark_fkey references marks on delete set null,
  order_no text not null,
  mark text not null,
  part_mark text collate "C" not null,
  from_mm numeric(9,1) not null check (from_mm >= 0),
  length_mm numeric(9,1) not null check (length_mm > 0),
  scrapped boolean not null default false,
  primary key (nest_bar_id, position)
);
create index nest_parts_by_mark on nest_parts (mark_id, part_mark);
