-- Projects, orders, marks, pieces, parts and the imports that bring them. Weights are kg, lengths mm, areas m², each of
-- one piece unless the name says total. Names of people are kept beside their ids: a list needs no other feature's table.
create table projects (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  code text collate "C" not null check (code <> ''),
  name text not null check (name <> ''),
  customer text not null check (customer <> ''),
  contract_no text,
  acceptance_standard text collate "C" not null,
  status text collate "C" not null default 'active' check (status in ('active', 'closed')),
  starts_on date,
  ends_on date,
  -- Counters over its orders, kept by the verbs; cancelled orders do not weigh.
  orders integer not null default 0 check (orders >= 0),
  weight_kg numeric(16,3) not null default 0 check (weight_kg >= 0),
  search text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint projects_code_key unique (plant_id, code),
  constraint projects_dates_check check (ends_on >= starts_on)
);
create index projects_by_name on projects (plant_id, name collate "C", id);
create index projects_by_creation on projects (plant_id, created_at, id);
create index projects_by_status on projects (plant_id, status, code);
create index projects_by_search on projects using gin (search gin_trgm_ops) with (fastupdate = off);

-- The life of an order as a number, so that a list sorts by how far it is.
create function order_stage(status text) returns smallint language sql immutable strict parallel safe as $$
  select array_position(array['draft', 'confirmed', 'released', 'in_production', 'completed', 'shipped', 'closed',
    'on_hold', 'cancelled'], status)::smallint
$$;

create table orders (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  project_id bigint not null constraint orders_project_fkey references projects,
  no text collate "C" not null check (no <> ''),
  name text not null,
  customer_po text,
  status text collate "C" not null default 'draft'
    constraint orders_status_check check (order_stage(status) is not null),
  stage smallint generated always as (order_stage(status)) stored,
  -- Why it was cancelled, held or taken back.
  status_reason text,
  priority text collate "C" not null default 'B' check (priority in ('A', 'B', 'C')),
  due_on date,
  contract_tonnes numeric(10,3) check (contract_tonnes >= 0),
  note text,
  -- Counters over its marks and pieces, kept by the verbs in the transaction of every change. Pieces and weight leave
  -- out what is scrapped or superseded; pieces_by_status has them all.
  marks integer not null default 0 check (marks >= 0),
  pieces integer not null default 0 check (pieces >= 0),
  weight_kg numeric(16,3) not null default 0 check (weight_kg >= 0),
  pieces_by_status jsonb not null default '{}',
  search text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint orders_no_key unique (plant_id, no)
);
create index orders_by_project on orders (project_id, no);
create index orders_by_due on orders (plant_id, due_on, id);
create index orders_by_due_descending on orders (plant_id, due_on desc nulls last, id desc);
create index orders_by_priority on orders (plant_id, priority, id);
create index orders_by_stage on orders (plant_id, stage, id);
create index orders_by_weight on orders (plant_id, weight_kg, id);
create index orders_by_pieces on orders (plant_id, pieces, id);
create index orders_by_update on orders (plant_id, updated_at, id);
create index orders_by_creation on orders (plant_id, created_at, id);
create index orders_by_search on orders using gin (search gin_trgm_ops) with (fastupdate = off);
-- Old orders are mostly shipped: without it the daily view, open orders by due date, would walk through all of them.
create index orders_open_by_due on orders (plant_id, due_on, id)
  where status in ('draft', 'confirmed', 'released', 'in_production', 'completed', 'on_hold');

create table import_jobs (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  order_id bigint not null constraint import_jobs_order_fkey references orders on delete cascade,
  status text collate "C" not null default 'reading'
    check (status in ('reading', 'ready', 'failed', 'applying', 'applied', 'discarded')),
  progress smallint not null default 0 check (progress between 0 and 100),
  format text collate "C",
  encoding text collate "C",
  columns jsonb not null default '[]',
  computed jsonb not null default '{"marks":0,"pieces":0,"parts":0,"netKg":0,"grossKg":0}',
  stated jsonb,
  errors integer not null default 0,
  warnings integer not null default 0,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  created_by_name text not null,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  applied_at timestamptz,
  constraint import_jobs_applied_check check ((status = 'applied') = (applied_at is not null))
);
create index import_jobs_by_order on import_jobs (order_id, created_at desc, id desc);
create index import_jobs_being_read on import_jobs (id) where status = 'reading';

-- The files as sent; their bytes lie in the file store under the hash.
create table import_files (
  job_id bigint not null references import_jobs on delete cascade,
  position integer not null,
  plant_id bigint not null references plants,
  name text not null,
  bytes integer not null check (bytes >= 0),
  sha256 text collate "C" not null,
  format text collate "C",
  primary key (job_id, position)
);
create index import_files_by_hash on import_files (sha256);

-- Marks as read, before anything is written to the order.
create table import_marks (
  id bigint generated always as identity primary key,
  job_id bigint not null references import_jobs on delete cascade,
  position integer not null,
  plant_id bigint not null references plants,
  file text not null,
  row integer not null,
  mark text collate "C" not null,
  revision text collate "C" not null,
  name text not null,
  kind text collate "C" not null,
  profile text not null,
  grade text,
  quantity integer not null,
  length_mm numeric,
  width_mm numeric,
  height_mm numeric,
  net_kg numeric,
  gross_kg numeric,
  area_m2 numeric,
  weight_source text collate "C" not null,
  drawing_no text,
  phase text,
  batch text,
  parts jsonb not null,
  constraint import_marks_position_key unique (job_id, position)
);

create table import_findings (
  id bigint generated always as identity primary key,
  job_id bigint not null references import_jobs on delete cascade,
  position integer not null,
  plant_id bigint not null references plants,
  level text collate "C" not null check (level in ('error', 'warning', 'info')),
  code text collate "C" not null,
  file text not null,
  row integer,
  header text,
  value text,
  params jsonb not null,
  constraint import_findings_position_key unique (job_id, position)
);
create index import_findings_by_level on import_findings (job_id, level, position);

create table marks (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  order_id bigint not null constraint marks_order_fkey references orders,
  import_id bigint references import_jobs,
  mark text collate "C" not null check (mark <> ''),
  revision text collate "C" not null default '',
  name text not null,
  kind text collate "C" not null check (kind in ('beam', 'column', 'brace', 'truss', 'plate_girder', 'purlin', 'stair',
    'handrail', 'embed', 'other')),
  profile text not null,
  grade text,
  quantity integer not null check (quantity > 0),
  length_mm numeric(14,3) check (length_mm >= 0),
  width_mm numeric(14,3) check (width_mm >= 0),
  height_mm numeric(14,3) check (height_mm >= 0),
  net_kg numeric(14,3) check (net_kg >= 0),
  gross_kg numeric(14,3) check (gross_kg >= 0),
  area_m2 numeric(14,4) check (area_m2 >= 0),
  total_kg numeric(16,3) generated always as (coalesce(net_kg, 0) * quantity) stored,
  weight_source text collate "C" not null check (weight_source in ('file', 'profile', 'parts', 'none')),
  drawing_no text,
  phase text,
  batch text,
  parts integer not null default 0 check (parts >= 0),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint marks_mark_key unique (order_id, mark, revision)
);
create index marks_by_mark on marks (plant_id, mark);
create index marks_by_import on marks (import_id);

create table parts (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  mark_id bigint not null constraint parts_mark_fkey references marks on delete cascade,
  part_mark text collate "C" not null,
  profile text not null,
  grade text,
  length_mm numeric(14,3) check (length_mm >= 0),
  width_mm numeric(14,3) check (width_mm >= 0),
  thickness_mm numeric(14,3) check (thickness_mm >= 0),
  quantity_per_mark integer not null check (quantity_per_mark > 0),
  net_kg numeric(14,3) check (net_kg >= 0),
  gross_kg numeric(14,3) check (gross_kg >= 0),
  area_m2 numeric(14,4) check (area_m2 >= 0),
  holes integer check (holes >= 0),
  is_main boolean not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
create index parts_by_mark on parts (mark_id, part_mark, id);

create table pieces (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  order_id bigint not null constraint pieces_order_fkey references orders,
  mark_id bigint not null constraint pieces_mark_fkey references marks,
  -- Mark and running number. Marks repeat from order to order, so serials do too; the tag does not.
  serial text collate "C" not null check (serial <> ''),
  -- What its QR code holds, behind the plant's number.
  tag uuid not null default gen_random_uuid(),
  status text collate "C" not null default 'planned' check (status in ('planned', 'issued', 'in_process', 'to_inspect',
    'accepted', 'coated', 'packed', 'shipped', 'received', 'on_hold', 'ncr_open', 'rework', 'scrapped', 'superseded')),
  net_kg numeric(14,3) check (net_kg >= 0),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  constraint pieces_serial_key unique (order_id, serial),
  constraint pieces_tag_key unique (tag)
);
create index pieces_by_status on pieces (order_id, status, serial);
create index pieces_by_mark on pieces (mark_id, serial);
create index pieces_by_serial on pieces (plant_id, serial);
