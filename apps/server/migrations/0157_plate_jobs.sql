-- Plate jobs: parts that the software of a cutting machine nests on plates, and the results that it returns (decision 0086).
create table plate_jobs (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  no text collate "C" not null,
  -- While it is open or cut its parts that are not cut count as nested.
  status text collate "C" not null default 'open' check (status in ('open', 'cut', 'closed', 'cancelled')),
  note text not null default '',
  -- Of its parts.
  pieces integer not null default 0 check (pieces >= 0),
  cut integer not null default 0 check (cut >= 0 and cut <= pieces),
  kg numeric(14,3) not null default 0 check (kg >= 0),
  -- The earliest day on which an order of it is due.
  due_on date,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint plate_jobs_no_key unique (plant_id, no),
  constraint plate_jobs_cut_check check (status <> 'cut' or cut = pieces),
  constraint plate_jobs_cancelled_check check (status <> 'cancelled' or cut = 0)
);
create index plate_jobs_by_id on plate_jobs (plant_id, id);
create index plate_jobs_by_status on plate_jobs (plant_id, status, id);

-- A part of a job as it was when the job was made.
create table plate_job_parts (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  job_id bigint not null constraint plate_job_parts_job_fkey references plate_jobs on delete cascade,
  position integer not null check (position > 0),
  order_id bigint not null,
  order_no text not null,
  mark_id bigint constraint plate_job_parts_mark_fkey references marks on delete set null,
  mark text not null,
  part_mark text collate "C" not null,
  profile text not null,
  grade text not null,
  thickness_mm numeric(9,2) not null check (thickness_mm > 0),
  width_mm numeric(14,3),
  length_mm numeric(14,3),
  -- Of one part.
  kg numeric(14,3),
  due_on date,
  quantity integer not null check (quantity > 0),
  cut integer not null default 0,
  constraint plate_job_parts_position_key unique (job_id, position),
  constraint plate_job_parts_once unique (job_id, mark_id, part_mark),
  constraint plate_job_parts_cut_check check (0 <= cut and cut <= quantity)
);
create index plate_job_parts_by_mark on plate_job_parts (mark_id, part_mark);

-- A result of the machine for a job.
create table plate_results (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  job_id bigint not null constraint plate_results_job_fkey references plate_jobs on delete cascade,
  file_name text not null,
  -- Of its rows, whatever the file is called.
  sha256 text collate "C" not null,
  -- The same rows once more, which somebody has confirmed.
  repeated boolean not null default false,
  pieces integer not null check (pieces > 0),
  -- What the lots lost.
  kg numeric(14,3) not null check (kg >= 0),
  applied_at timestamptz not null,
  applied_by bigint,
  applied_by_name text not null,
  undone_at timestamptz,
  undone_by bigint,
  undone_by_name text,
  undo_reason text,
  constraint plate_results_undone_check check ((undone_at is null) = (undone_by_name is null)
    and (undone_at is null) = (undo_reason is null))
);
create index plate_results_by_job on plate_results (job_id, id);
create unique index plate_results_once on plate_results (plant_id, sha256) where undone_at is null and not repeated;

-- What is left of a plate and went back to stock.
create table plate_remnants (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  -- Its heat and certificates are those of the lot.
  lot_id bigint not null constraint plate_remnants_lot_fkey references material_lots,
  -- The remnant that it was cut from; null: a whole plate.
  parent_id bigint constraint plate_remnants_parent_fkey references plate_remnants,
  result_id bigint not null constraint plate_remnants_result_fkey references plate_results on delete cascade,
  length_mm numeric(9,1) not null check (length_mm > 0),
  width_mm numeric(9,1) not null check (width_mm > 0),
  kg numeric(14,3) not null check (kg > 0),
  status text collate "C" not null default 'available' check (status in ('available', 'cut', 'scrapped')),
  location text not null default '',
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null
);
create index plate_remnants_by_id on plate_remnants (plant_id, id);
create index plate_remnants_by_status on plate_remnants (plant_id, status, id);
create index plate_remnants_by_lot on plate_remnants (lot_id);
create index plate_remnants_by_result on plate_remnants (result_id);
create index plate_remnants_by_parent on plate_remnants (parent_id);

-- A plate or remnant that a result has cut; undoing the result deletes it.
create table plate_cuts (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  result_id bigint not null constraint plate_cuts_result_fkey references plate_results on delete cascade,
  position integer not null check (position > 0),
  lot_id bigint not null constraint plate_cuts_lot_fkey references material_lots,
  -- null: a whole plate.
  remnant_id bigint constraint plate_cuts_remnant_fkey references plate_remnants,
  plate text not null default '',
  -- What the lot lost: the plate less its remnants.
  kg numeric(14,3) not null check (kg >= 0),
  constraint plate_cuts_position_key unique (result_id, position),
  -- A remnant is cut once.
  constraint plate_cuts_remnant_key unique (remnant_id)
);
create index plate_cuts_by_lot on plate_cuts (lot_id);

create table plate_result_parts (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  result_id bigint not null constraint plate_result_parts_result_fkey references plate_results on delete cascade,
  job_part_id bigint not null constraint plate_result_parts_part_fkey references plate_job_parts on delete cascade,
  -- null: the steel is not known.
  lot_id bigint constraint plate_result_parts_lot_fkey references material_lots,
  quantity integer not null check (quantity > 0),
  -- Parts that need no processing.
  processed integer not null check (processed between 0 and quantity)
);
create index plate_result_parts_by_result on plate_result_parts (result_id, id);
create index plate_result_parts_by_part on plate_result_parts (job_part_id);
create index plate_result_parts_by_lot on plate_result_parts (lot_id);
