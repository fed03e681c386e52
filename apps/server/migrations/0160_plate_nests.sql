-- Rectangles of plate jobs nested here: which parts are cut from which plates and remnants, by cuts from edge to edge (decision 0088).

-- With the length the size of the plates of a lot; null: unknown, or not a plate.
alter table material_lots add column width_mm numeric(9,1) check (width_mm > 0);

-- A remnant that a released nest is going to cut.
alter table plate_remnants drop constraint plate_remnants_status_check;
alter table plate_remnants add constraint plate_remnants_status_check
  check (status in ('available', 'reserved', 'cut', 'scrapped'));

-- All parts of a plate may be scrap.
alter table plate_results drop constraint plate_results_pieces_check;
alter table plate_results add constraint plate_results_pieces_check check (pieces >= 0);

create table plate_nests (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  job_id bigint not null constraint plate_nests_job_fkey references plate_jobs on delete cascade,
  status text collate "C" not null default 'solving'
    check (status in ('solving', 'planned', 'released', 'cut', 'cancelled', 'failed')),
  -- Why there is no plan.
  reason text,
  -- Kerf, trim, remnants, prices, sizes to buy, limit of time; proposed again for the next one.
  rules jsonb not null,
  -- While it is solved: the search is asked to end with its best plan.
  stopping boolean not null default false,
  -- Of the running search or of the result.
  cost numeric(14,2),
  bound numeric(14,2),
  -- Share of the used area.
  waste numeric(6,5),
  ended text,
  unmade jsonb not null default '[]' check (jsonb_typeof(unmade) = 'array'),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null
);
create index plate_nests_by_job on plate_nests (job_id, id);
create index plate_nests_by_id on plate_nests (plant_id, id);
-- A job has one plan at a time, and the plant one search.
create unique index plate_nests_active_key on plate_nests (job_id) where status in ('solving', 'planned', 'released');
create unique index plate_nests_solving_key on plate_nests (plant_id) where status = 'solving';

create table plate_layouts (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  nest_id bigint not null constraint plate_layouts_nest_fkey references plate_nests on delete cascade,
  job_id bigint not null constraint plate_layouts_job_fkey references plate_jobs on delete cascade,
  position integer not null check (position > 0),
  status text collate "C" not null default 'planned' check (status in ('planned', 'reserved', 'cut', 'cancelled')),
  thickness_mm numeric(9,2) not null check (thickness_mm > 0),
  grade text not null,
  -- null: to be bought.
  lot_id bigint constraint plate_layouts_lot_fkey references material_lots,
  -- null: a whole plate.
  remnant_id bigint constraint plate_layouts_remnant_fkey references plate_remnants,
  length_mm numeric(9,1) not null check (length_mm > 0),
  width_mm numeric(9,1) not null check (width_mm > 0),
  parts_mm2 numeric(14,2) not null check (parts_mm2 > 0),
  remnants_mm2 numeric(14,2) not null check (remnants_mm2 >= 0),
  waste_mm2 numeric(14,2) not null check (waste_mm2 >= 0),
  -- Parts of the job with place and size, remnants, and cuts in their order; mm.
  drawing jsonb not null,
  -- Numbers of parts in the drawing that became scrap; they are still to be cut.
  scrapped integer[] not null default '{}',
  result_id bigint constraint plate_layouts_result_fkey references plate_results on delete cascade,
  constraint plate_layouts_position_key unique (nest_id, position),
  constraint plate_layouts_area_check check (parts_mm2 + remnants_mm2 + waste_mm2 = length_mm * width_mm),
  constraint plate_layouts_cut_check check ((status = 'cut') = (result_id is not null)),
  constraint plate_layouts_source_check check (remnant_id is null or lot_id is not null)
);
create index plate_layouts_by_job on plate_layouts (job_id, id);
create index plate_layouts_by_result on plate_layouts (result_id);
-- Reserved plates of a lot are counted; a remnant is reserved once.
create index plate_layouts_by_lot on plate_layouts (lot_id) where status = 'reserved';
create unique index plate_layouts_remnant_key on plate_layouts (remnant_id) where status = 'reserved';
