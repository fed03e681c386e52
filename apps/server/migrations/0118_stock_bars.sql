-- One row for each bar of a lot of sections, bars or tubes, and for each remnant that went back to stock.
create table stock_bars (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  -- Its heat and certificates are those of the lot: no bar is without one.
  lot_id bigint not null constraint stock_bars_lot_fkey references material_lots on delete cascade,
  -- The bar that a remnant was cut from; a bar leaves one remnant at most.
  parent_id bigint constraint stock_bars_parent_fkey references stock_bars,
  length_mm numeric(9,1) not null check (length_mm > 0),
  kg numeric(14,3) not null check (kg >= 0),
  status text collate "C" not null default 'available' check (status in ('available', 'reserved', 'cut', 'scrapped')),
  location text not null default '',
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint stock_bars_parent_key unique (parent_id)
);
create index stock_bars_by_lot on stock_bars (lot_id, id);
create index stock_bars_by_length on stock_bars (plant_id, length_mm, id);
create index stock_bars_by_id on stock_bars (plant_id, id);
create index stock_bars_by_status on stock_bars (plant_id, status, id);

-- What bars of a lot lost by cutting. It is the same steel as that assigned to pieces, so the larger figure is used.
drop index material_lots_by_left;
alter table material_lots drop column left_kg;
alter table material_lots
  add column cut_kg numeric(14,3) not null default 0 constraint material_lots_cut_check check (cut_kg >= 0 and cut_kg <= kg),
  add column left_kg numeric(14,3) generated always as (kg - greatest(used_kg, cut_kg)) stored;
create index material_lots_by_left on material_lots (plant_id, left_kg, id);

-- Bars of lots that nothing was used of. The last one gets the rest of the weight.
insert into stock_bars (plant_id, lot_id, length_mm, kg, location, updated_by_name)
select l.plant_id, l.id, l.length_mm,
  case when n < l.pieces then round(l.kg / l.pieces, 3) else l.kg - (l.pieces - 1) * round(l.kg / l.pieces, 3) end,
  l.location, l.updated_by_name
from material_lots l cross join lateral generate_series(1, l.pieces) n
where l.form <> 'plate' and l.length_mm is not null and l.used_kg = 0
  and l.kg >= (l.pieces - 1) * round(l.kg / l.pieces, 3);
