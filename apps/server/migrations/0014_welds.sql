-- Welders and their certificates, welding procedures, the weld register, and non-destructive tests of welds. Serials,
-- marks and order numbers are kept beside the ids: no list of quality needs a table of orders.
create table welders (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  code text collate "C" not null check (code <> ''),
  name text not null check (name <> ''),
  crew text not null default '',
  active boolean not null default true,
  search text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint welders_code_key unique (plant_id, code)
);

-- What a welder is qualified for, and until when. Welds done after its last day may not name it.
create table welder_certificates (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  welder_id bigint not null constraint welder_certificates_welder_fkey references welders,
  no text collate "C" not null check (no <> ''),
  process text collate "C" not null check (process in ('smaw', 'gmaw', 'fcaw', 'saw', 'gtaw', 'esw', 'stud')),
  positions text[] not null check (cardinality(positions) > 0),
  material_group text collate "C" not null check (material_group in ('I', 'II', 'III', 'IV')),
  thickness_min numeric(6,1) not null check (thickness_min > 0),
  thickness_max numeric(6,1),
  valid_from date not null,
  valid_until date not null,
  file_sha256 text collate "C",
  file_name text,
  file_type text,
  file_bytes bigint,
  search text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint welder_certificates_no_key unique (plant_id, no),
  constraint welder_certificates_days_check check (valid_from <= valid_until),
  constraint welder_certificates_thickness_check check (thickness_max >= thickness_min),
  constraint welder_certificates_file_check check ((file_sha256 is null) = (file_name is null))
);
create index welder_certificates_by_welder on welder_certificates (welder_id, valid_until);
create index welder_certificates_by_end on welder_certificates (plant_id, valid_until, id);

-- Welding procedures. Windows are {"min": 180, "max": 240}: A, V, mm/min.
create table wps (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  code text collate "C" not null check (code <> ''),
  revision text collate "C" not null check (revision <> ''),
  process text collate "C" not null check (process in ('smaw', 'gmaw', 'fcaw', 'saw', 'gtaw', 'esw', 'stud')),
  material_group text collate "C" not null check (material_group in ('I', 'II', 'III', 'IV')),
  thickness_min numeric(6,1) not null check (thickness_min > 0),
  thickness_max numeric(6,1),
  current_window jsonb,
  voltage_window jsonb,
  speed_window jsonb,
  preheat_c smallint,
  interpass_c smallint,
  active boolean not null default true,
  search text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint wps_code_key unique (plant_id, code, revision),
  constraint wps_thickness_check check (thickness_max >= thickness_min)
);

-- The welds that pieces of a mark were last given: the next ones start with them.
create table weld_templates (
  mark_id bigint primary key constraint weld_templates_mark_fkey references marks on delete cascade,
  plant_id bigint not null references plants,
  welds jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by_name text not null
);

create table welds (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  piece_id bigint not null constraint welds_piece_fkey references pieces on delete cascade,
  order_id bigint not null references orders,
  project_id bigint not null references projects,
  mark_id bigint not null,
  serial text collate "C" not null,
  order_no text collate "C" not null,
  mark text collate "C" not null,
  grade text,
  no text collate "C" not null check (no <> ''),
  joint text collate "C" not null check (joint in ('butt', 'fillet', 'tee', 'corner', 'lap')),
  class text collate "C" not null check (class in ('1', '2', '3')),
  length_mm integer not null check (length_mm > 0),
  thickness_mm numeric(6,1) not null check (thickness_mm > 0),
  wps_id bigint constraint welds_wps_fkey references wps,
  welded_at timestamptz,
  -- Length to be tested as the plan asked when the weld was registered; as it is after failures; what has been tested
  -- since the last of them. mm.
  plan_mm integer not null check (plan_mm between 0 and length_mm),
  demand_mm integer not null check (demand_mm between 0 and length_mm),
  tested_mm integer not null default 0 check (tested_mm >= 0),
  tests smallint not null default 0 check (tests >= 0),
  repairs smallint not null default 0 check (repairs >= 0),
  repaired_at timestamptz,
  state text collate "C" not null default 'open'
    check (state in ('open', 'free', 'due', 'partly', 'failed', 'repaired', 'passed')),
  search text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint welds_no_key unique (piece_id, no),
  constraint welds_welded_check check ((state = 'open') = (welded_at is null))
);
create index welds_by_change on welds (plant_id, updated_at desc, id desc);
create index welds_by_no on welds (plant_id, no, id);
create index welds_by_time on welds (plant_id, welded_at desc nulls last, id desc);
create index welds_by_order on welds (order_id, updated_at desc, id desc);
create index welds_by_state on welds (plant_id, state, updated_at desc, id desc);
create index welds_to_test on welds (plant_id, order_no, mark_id) where state in ('due', 'partly', 'repaired');
create index welds_by_search on welds using gin (search gin_trgm_ops) with (fastupdate = off);

create table weld_welders (
  weld_id bigint not null references welds on delete cascade,
  welder_id bigint not null constraint weld_welders_welder_fkey references welders,
  plant_id bigint not null references plants,
  primary key (weld_id, welder_id)
);
create index weld_welders_by_welder on weld_welders (welder_id, weld_id);

-- How much is tested and when; a plant without a row has the figures of the standard.
create table ndt_settings (
  plant_id bigint primary key references plants,
  percents smallint[] not null check (cardinality(percents) = 3),
  at_least_mm integer not null check (at_least_mm >= 0),
  wait_hours smallint not null check (wait_hours >= 0),
  wait_hours_high smallint not null check (wait_hours_high >= 0),
  high_from_mpa smallint not null check (high_from_mpa > 0),
  max_repairs smallint not null check (max_repairs >= 0),
  version integer not null default 1 check (version > 0),
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null
);

create table ndt_project_limits (
  project_id bigint primary key references projects on delete cascade,
  plant_id bigint not null references plants,
  max_repairs smallint not null check (max_repairs >= 0)
);

create table ndt_requests (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  no text collate "C" not null,
  order_id bigint not null references orders,
  order_no text collate "C" not null,
  method text collate "C" not null check (method in ('ut', 'rt', 'mt', 'pt', 'vt')),
  level text collate "C" not null check (level in ('A', 'B', 'C')),
  standard text not null default '',
  status text collate "C" not null default 'open' check (status in ('open', 'done', 'cancelled')),
  note text not null default '',
  search text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  created_by_name text not null,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint ndt_requests_no_key unique (plant_id, no)
);
create index ndt_requests_by_creation on ndt_requests (plant_id, created_at desc, id desc);
create index ndt_requests_by_status on ndt_requests (plant_id, status, created_at desc, id desc);
create index ndt_requests_by_order on ndt_requests (order_id, created_at desc, id desc);
create index ndt_requests_by_search on ndt_requests using gin (search gin_trgm_ops) with (fastupdate = off);

create table ndt_request_welds (
  request_id bigint not null references ndt_requests on delete cascade,
  weld_id bigint not null constraint ndt_request_welds_weld_fkey references welds,
  plant_id bigint not null references plants,
  demand_mm integer not null check (demand_mm >= 0),
  -- It has its result, or the request was cancelled.
  closed boolean not null default false,
  primary key (request_id, weld_id)
);
-- A weld is asked for once at a time.
create unique index ndt_request_welds_open on ndt_request_welds (weld_id) where not closed;

create table ndt_results (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  request_id bigint not null constraint ndt_results_request_fkey references ndt_requests,
  weld_id bigint not null constraint ndt_results_weld_fkey references welds,
  method text collate "C" not null,
  -- The first valid test of its weld: what repair rates are counted from.
  first boolean not null,
  tested_at timestamptz not null,
  tester text not null check (tester <> ''),
  tested_mm integer not null check (tested_mm > 0),
  defects jsonb not null default '[]',
  -- Length of its defects, together; mm.
  defect_mm integer not null default 0 check (defect_mm >= 0),
  verdict text collate "C" not null check (verdict in ('pass', 'fail')),
  note text not null default '',
  undone_at timestamptz,
  undone_by_name text,
  undo_reason text,
  created_at timestamptz not null default now(),
  created_by bigint,
  created_by_name text not null,
  constraint ndt_results_undo_check check ((undone_at is null) = (undone_by_name is null))
);
-- Two results for one weld of a request: the second is refused by this.
create unique index ndt_results_once on ndt_results (request_id, weld_id) where undone_at is null;
create index ndt_results_by_weld on ndt_results (weld_id, id);
create index ndt_results_by_time on ndt_results (plant_id, tested_at) where undone_at is null and first;

create table weld_repairs (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  weld_id bigint not null constraint weld_repairs_weld_fkey references welds,
  -- From 1; the project's limit is its greatest.
  number smallint not null check (number > 0),
  result_id bigint not null constraint weld_repairs_result_fkey references ndt_results,
  welder_ids bigint[] not null,
  repaired_at timestamptz not null,
  note text not null default '',
  created_at timestamptz not null default now(),
  created_by bigint,
  created_by_name text not null,
  constraint weld_repairs_number_key unique (weld_id, number),
  constraint weld_repairs_result_key unique (result_id)
);
