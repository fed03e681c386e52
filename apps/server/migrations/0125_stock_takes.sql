-- Stock takes of bars: what was expected at the start, and what was counted.
create table stock_takes (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  no text collate "C" not null,
  status text collate "C" not null default 'open' check (status in ('open', 'closed', 'cancelled')),
  -- Which bars are counted: places that begin so, and a profile; empty: all.
  location text not null default '',
  profile text not null default '',
  -- Why the differences were booked.
  reason text not null default '',
  closed_at timestamptz,
  closed_by_name text,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint stock_takes_no_key unique (plant_id, no),
  constraint stock_takes_closed_check check ((status = 'closed') = (closed_at is not null))
);
create index stock_takes_by_id on stock_takes (plant_id, id);

create table stock_take_bars (
  stock_take_id bigint not null constraint stock_take_bars_take_fkey references stock_takes on delete cascade,
  stock_bar_id bigint not null constraint stock_take_bars_bar_fkey references stock_bars on delete cascade,
  plant_id bigint not null references plants,
  -- False: it was counted although nobody expected it here.
  expected boolean not null,
  location text not null,
  -- null: not counted.
  found_location text,
  counted_at timestamptz,
  counted_by_name text,
  -- What closing booked; null while it is open.
  result text collate "C" check (result in ('found', 'wrong_place', 'unexpected', 'missing', 'used')),
  primary key (stock_take_id, stock_bar_id),
  constraint stock_take_bars_counted_check check ((found_location is null) = (counted_at is null)),
  constraint stock_take_bars_expected_check check (expected or counted_at is not null)
);
create index stock_take_bars_by_bar on stock_take_bars (stock_bar_id);
