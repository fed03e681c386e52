-- Quality: standards as versioned data, measuring instruments, inspections with their readings, and the passes that open
-- the gates of orders. Numbers of standards and readings are exact decimals; names that people of three languages read
-- are kept in all of them: {"zh", "en", "es"}. Serials, marks and order numbers are kept beside the ids: no list of
-- quality needs a table of orders.
create table quality_numbers (
  plant_id bigint not null references plants,
  -- What is numbered (QI inspection, NC non-conformance, …) and the year it is numbered in.
  series text collate "C" not null,
  year smallint not null,
  last integer not null check (last > 0),
  primary key (plant_id, series, year)
);

create table standards (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  code text collate "C" not null check (code <> ''),
  names jsonb not null,
  -- Which family of rules a verdict of its lots follows.
  verdict text collate "C" not null check (verdict in ('gb', 'all')),
  active boolean not null default true,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint standards_code_key unique (plant_id, code)
);

-- An edition of a standard. A draft may be edited and used, and says so; an approved one never changes: a correction is
-- a new edition.
create table standard_editions (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  standard_id bigint not null constraint standard_editions_standard_fkey references standards on delete cascade,
  no text collate "C" not null check (no <> ''),
  status text collate "C" not null default 'draft' check (status in ('draft', 'approved', 'retired')),
  valid_from date,
  -- Where its figures were taken from.
  source text not null default '',
  approved_at timestamptz,
  approved_by bigint,
  approved_by_name text,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint standard_editions_no_key unique (standard_id, no),
  constraint standard_editions_approval_check check (status = 'draft' or approved_at is not null)
);

create table standard_items (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  edition_id bigint not null constraint standard_items_edition_fkey references standard_editions on delete cascade,
  position integer not null check (position >= 0),
  -- Of what it judges: a form takes the items of one shape and one stage.
  shape text collate "C" not null,
  stages text[] not null default '{}',
  names jsonb not null,
  class text collate "C" not null check (class in ('main', 'general')),
  -- How a reading is judged: against a nominal size, as a deviation by itself, or by eye.
  measures text collate "C" not null check (measures in ('size', 'deviation', 'visual')),
  -- The size of the piece that is its nominal value (h, b, L …); null when it is not against a size.
  nominal_of text collate "C",
  rule jsonb not null,
  unit text collate "C" not null default 'mm',
  tool text not null default '',
  method text not null default '',
  points smallint not null default 1 check (points between 1 and 200),
  sampling text not null default '',
  clause text not null default '',
  certainty text collate "C" not null check (certainty in ('official', 'secondary', 'memory')),
  constraint standard_items_position_key unique (edition_id, position)
);
create index standard_items_by_shape on standard_items (edition_id, shape, position);

create table instruments (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  code text collate "C" not null check (code <> ''),
  name text not null check (name <> ''),
  kind text not null default '',
  unit text collate "C" not null default 'mm',
  -- What it can read; a reading beyond is refused.
  range_low numeric,
  range_high numeric,
  resolution numeric check (resolution > 0),
  -- The last day on which readings with it count.
  calibrated_until date,
  active boolean not null default true,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint instruments_code_key unique (plant_id, code),
  constraint instruments_range_check check (range_high > range_low)
);

-- Which form a gated process asks for. A gated process without a plan is answered by any inspection made for it.
create table gate_plans (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  process_id bigint not null constraint gate_plans_process_fkey references processes on delete cascade,
  stage text collate "C" not null,
  standard_id bigint constraint gate_plans_standard_fkey references standards,
  -- Lots are made by themselves when pieces reach the gate.
  automatic boolean not null default false,
  -- Pieces of a lot that are measured, in per cent, and at least so many.
  percent smallint not null default 100 check (percent between 1 and 100),
  at_least smallint not null default 1 check (at_least > 0),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint gate_plans_process_key unique (plant_id, process_id)
);

create table inspections (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  no text collate "C" not null,
  stage text collate "C" not null check (stage in ('incoming', 'first', 'in_process', 'fit_up', 'after_weld', 'coating',
    'final')),
  status text collate "C" not null default 'draft' check (status in ('draft', 'submitted', 'judged', 'locked', 'replaced',
    'cancelled')),
  verdict text collate "C" check (verdict in ('pass', 'fail', 'concession')),
  edition_id bigint not null constraint inspections_edition_fkey references standard_editions,
  standard_code text not null,
  shape text collate "C" not null,
  -- The sizes that limits were computed from, as typed: {"h": "400", "L": "9000"}; mm.
  sizes jsonb not null default '{}',
  order_id bigint constraint inspections_order_fkey references orders,
  order_no text,
  project_id bigint references projects,
  mark text,
  -- The gate that it opens; null when it opens none.
  process_id bigint constraint inspections_process_fkey references processes,
  is_hold_point boolean not null default false,
  pieces integer not null default 0 check (pieces >= 0),
  -- The failed inspection that this one repeats; the locked one that this one corrects.
  parent_id bigint constraint inspections_parent_fkey references inspections,
  corrects_id bigint constraint inspections_corrects_fkey references inspections,
  inspector_id bigint,
  inspector_name text,
  submitted_at timestamptz,
  judge_id bigint,
  judge_name text,
  judged_at timestamptz,
  judge_note text,
  locked_at timestamptz,
  -- sha256 of what was locked, in canonical form: a report carries it.
  hash text collate "C",
  note text not null default '',
  search text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint inspections_no_key unique (plant_id, no),
  constraint inspections_submitted_check check (status in ('draft', 'cancelled') or submitted_at is not null),
  constraint inspections_judged_check check ((verdict is null) = (judged_at is null)),
  constraint inspections_locked_check check (status not in ('locked', 'replaced') or (locked_at is not null and hash is not null))
);
create index inspections_by_creation on inspections (plant_id, created_at desc, id desc);
create index inspections_by_status on inspections (plant_id, status, id desc);
create index inspections_by_order on inspections (order_id, id desc);
create index inspections_by_search on inspections using gin (search gin_trgm_ops) with (fastupdate = off);
create unique index inspections_corrected_once on inspections (corrects_id)
  where corrects_id is not null and status <> 'cancelled';
create index inspections_by_parent on inspections (parent_id) where parent_id is not null;

-- The pieces of a lot. Those measured have readings; the others stand or fall with the lot.
create table inspection_pieces (
  inspection_id bigint not null references inspections on delete cascade,
  piece_id bigint not null constraint inspection_pieces_piece_fkey references pieces,
  plant_id bigint not null references plants,
  serial text collate "C" not null,
  measured boolean not null default true,
  verdict text collate "C" check (verdict in ('pass', 'fail')),
  primary key (inspection_id, piece_id)
);
create index inspection_pieces_by_piece on inspection_pieces (piece_id, inspection_id);

-- The form, frozen when the inspection is made: a standard that changes later changes nothing here.
create table inspection_items (
  id bigint generated always as identity primary key,
  inspection_id bigint not null references inspections on delete cascade,
  plant_id bigint not null references plants,
  position integer not null check (position >= 0),
  item_id bigint,
  names jsonb not null,
  class text collate "C" not null check (class in ('main', 'general')),
  measures text collate "C" not null check (measures in ('size', 'deviation', 'visual')),
  place text collate "C" not null default 'any' check (place in ('any', 'joint', 'other')),
  nominal numeric,
  -- Limits of the deviation; null = none on that side. What is written on the form besides.
  lower numeric,
  upper numeric,
  rule jsonb not null,
  unit text collate "C" not null,
  tool text not null,
  points smallint not null check (points > 0),
  clause text not null,
  constraint inspection_items_position_key unique (inspection_id, position)
);

create table readings (
  inspection_id bigint not null references inspections on delete cascade,
  item_id bigint not null references inspection_items on delete cascade,
  piece_id bigint not null references pieces,
  -- From 1.
  point smallint not null check (point > 0),
  plant_id bigint not null references plants,
  -- As read; by eye: 1 in order, 0 not.
  value numeric not null,
  deviation numeric not null,
  inside boolean not null,
  -- |deviation| / limit on its side, kept for statistics; null where there is no limit other than zero.
  share numeric(12,6),
  instrument_id bigint constraint readings_instrument_fkey references instruments,
  note text,
  read_at timestamptz not null,
  read_by bigint,
  read_by_name text not null,
  primary key (inspection_id, item_id, piece_id, point),
  foreign key (inspection_id, piece_id) references inspection_pieces (inspection_id, piece_id) on delete cascade
);
create index readings_by_time on readings (plant_id, read_at);

-- What opens a gate for a piece: a locked inspection, tested welds, a measured coat, a concession. The one table that the
-- question of orders is answered from; a verb that takes a verdict back takes its passes back.
create table gate_passes (
  piece_id bigint not null constraint gate_passes_piece_fkey references pieces on delete cascade,
  process_id bigint not null constraint gate_passes_process_fkey references processes on delete cascade,
  source text collate "C" not null check (source in ('inspection', 'ndt', 'coating', 'concession')),
  source_id bigint not null,
  plant_id bigint not null references plants,
  passed_at timestamptz not null,
  passed_by bigint,
  passed_by_name text not null,
  primary key (piece_id, process_id, source, source_id)
);
create index gate_passes_by_source on gate_passes (source, source_id);
