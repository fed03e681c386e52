-- Documents of machines, spot checks, preventive maintenance, repair orders and spare parts.

-- Each row is one version of a document: a file of the same name is its next one, the bytes lie in the file store.
create table machine_documents (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  machine_id bigint not null constraint machine_documents_machine_fkey references machines,
  name text collate "C" not null check (name <> ''),
  no integer not null check (no > 0),
  kind text collate "C" not null check (kind in ('manual', 'drawing', 'certificate', 'photo', 'other')),
  type text collate "C" not null,
  bytes bigint not null check (bytes > 0),
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  retired_at timestamptz,
  retired_by_name text,
  retire_reason text,
  created_at timestamptz not null,
  created_by bigint,
  created_by_name text not null,
  constraint machine_documents_no_key unique (machine_id, name, no),
  constraint machine_documents_retired_check check ((retired_at is null) = (retired_by_name is null)
    and (retired_at is null) = (retire_reason is null))
);

-- A defect of a machine and its mending.
create table repairs (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  no text collate "C" not null generated always as
    ('RO-' || lpad(id::text, greatest(5, length(id::text)), '0')) stored,
  machine_id bigint not null constraint repairs_machine_fkey references machines,
  source text collate "C" not null check (source in ('hand', 'qr', 'check', 'alarm')),
  -- The alarm that it came from.
  alarm_id bigint,
  status text collate "C" not null default 'reported' check (status in ('reported', 'accepted', 'working', 'done',
    'verified', 'cancelled')),
  -- The machine stands because of it.
  stopped boolean not null,
  symptom text collate "C" not null check (symptom in ('no_start', 'stops', 'noise', 'vibration', 'leak', 'overheat',
    'electrical', 'quality', 'safety', 'other')),
  description text not null default '',
  reported_at timestamptz not null,
  created_by_name text not null,
  accepted_at timestamptz,
  accepted_by bigint,
  accepted_by_name text,
  started_at timestamptz,
  finished_at timestamptz,
  finished_by bigint,
  finished_by_name text,
  verified_at timestamptz,
  verified_by bigint,
  verified_by_name text,
  cause text collate "C" check (cause in ('wear', 'operation', 'electrical', 'hydraulic', 'control', 'material', 'other')),
  remedy text not null default '',
  result text collate "C" check (result in ('fixed', 'monitor', 'external', 'scrap')),
  -- How long the machine stood: out of its own states, or from report to end where none were recorded.
  downtime_s integer check (downtime_s >= 0),
  downtime_from text collate "C" check (downtime_from in ('states', 'order')),
  cancel_reason text,
  search text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint repairs_no_key unique (plant_id, no),
  constraint repairs_accepted_check check (status in ('reported', 'cancelled') or accepted_at is not null),
  constraint repairs_started_check check (status in ('reported', 'accepted', 'cancelled') or started_at is not null),
  constraint repairs_finished_check check (status not in ('done', 'verified')
    or (finished_at is not null and result is not null and cause is not null)),
  constraint repairs_verified_check check ((status = 'verified') = (verified_at is not null)),
  constraint repairs_cancelled_check check ((status = 'cancelled') = (cancel_reason is not null)),
  constraint repairs_downtime_check check ((downtime_s is null) = (downtime_from is null))
);
create index repairs_by_report on repairs (plant_id, reported_at desc, id desc);
create index repairs_by_status on repairs (plant_id, status, reported_at desc, id desc);
create index repairs_by_machine on repairs (machine_id, reported_at desc, id desc);
create index repairs_open on repairs (plant_id, machine_id) where status in ('reported', 'accepted', 'working', 'done');
create index repairs_by_search on repairs using gin (search gin_trgm_ops);

-- What is looked at in a spot check, by class of machine.
create table check_items (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  class text collate "C" not null check (class in ('cutter', 'laser', 'assembly', 'gantry_saw', 'straightener', 'drill',
    'saw', 'robot', 'blaster', 'coating_line', 'crane', 'compressor', 'meter', 'other')),
  position integer not null default 0 check (position >= 0),
  names jsonb not null,
  active boolean not null default true,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null
);
create index check_items_by_class on check_items (plant_id, class, position, id);

create table spot_checks (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  machine_id bigint not null constraint spot_checks_machine_fkey references machines,
  -- Of the plant's calendar.
  day date not null,
  at timestamptz not null,
  items integer not null check (items > 0),
  faults integer not null check (faults between 0 and items),
  repair_id bigint constraint spot_checks_repair_fkey references repairs,
  created_by bigint,
  created_by_name text not null
);
create index spot_checks_by_time on spot_checks (plant_id, at desc, id desc);
create index spot_checks_by_machine on spot_checks (machine_id, at desc, id desc);
create index spot_checks_by_day on spot_checks (plant_id, day, machine_id);
create index spot_checks_faulty on spot_checks (plant_id, at desc, id desc) where faults > 0;
create index spot_checks_by_repair on spot_checks (repair_id);

-- The words are those of the day: an item that is changed later changes no check.
create table spot_check_answers (
  check_id bigint not null references spot_checks on delete cascade,
  item_id bigint not null constraint spot_check_answers_item_fkey references check_items,
  position integer not null,
  names jsonb not null,
  result text collate "C" not null check (result in ('ok', 'fault', 'skipped')),
  primary key (check_id, item_id)
);
create index spot_check_answers_by_item on spot_check_answers (item_id);

create table maintenance_photos (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  repair_id bigint constraint maintenance_photos_repair_fkey references repairs on delete cascade,
  check_id bigint constraint maintenance_photos_check_fkey references spot_checks on delete cascade,
  file_name text not null check (file_name <> ''),
  type text collate "C" not null,
  bytes bigint not null check (bytes > 0),
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  created_by bigint,
  created_by_name text not null,
  constraint maintenance_photos_one_check check (num_nonnulls(repair_id, check_id) = 1),
  constraint maintenance_photos_repair_key unique (repair_id, sha256),
  constraint maintenance_photos_check_key unique (check_id, sha256)
);

create table maintenance_plans (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  machine_id bigint not null constraint maintenance_plans_machine_fkey references machines,
  title text not null check (title <> ''),
  instructions text not null default '',
  -- What is counted; so far the calendar.
  trigger text collate "C" not null default 'days' check (trigger in ('days', 'hours', 'output')),
  every numeric(12,2) not null check (every > 0),
  last_done_on date not null,
  notice_days smallint not null default 3 check (notice_days between 0 and 90),
  -- Of the calendar; null where hours or output are counted.
  due_on date,
  active boolean not null default true,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint maintenance_plans_due_check check ((trigger = 'days') = (due_on is not null))
);
create index maintenance_plans_by_due on maintenance_plans (plant_id, due_on, id);
create index maintenance_plans_by_machine on maintenance_plans (machine_id);

create table maintenance_deeds (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  plan_id bigint not null constraint maintenance_deeds_plan_fkey references maintenance_plans,
  machine_id bigint not null constraint maintenance_deeds_machine_fkey references machines,
  title text not null,
  done_on date not null,
  note text not null default '',
  created_at timestamptz not null,
  created_by bigint,
  created_by_name text not null
);
create index maintenance_deeds_by_day on maintenance_deeds (plant_id, done_on desc, id desc);
create index maintenance_deeds_by_machine on maintenance_deeds (machine_id, done_on desc, id desc);
create index maintenance_deeds_by_plan on maintenance_deeds (plan_id, done_on desc, id desc);

create table spare_parts (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  code text collate "C" not null check (code <> ''),
  name text not null check (name <> ''),
  unit text not null check (unit <> ''),
  -- Never below nothing, whoever takes at once.
  stock numeric(12,3) not null default 0 constraint spare_parts_stock_check check (stock >= 0),
  min_stock numeric(12,3) not null default 0 check (min_stock >= 0),
  place text not null default '',
  price numeric(12,2) check (price >= 0),
  note text not null default '',
  active boolean not null default true,
  search text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint spare_parts_code_key unique (plant_id, code)
);

create table spare_moves (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  part_id bigint not null constraint spare_moves_part_fkey references spare_parts,
  kind text collate "C" not null check (kind in ('in', 'use', 'count')),
  -- What the stock changed by, and what it came to.
  change numeric(12,3) not null,
  stock numeric(12,3) not null check (stock >= 0),
  repair_id bigint constraint spare_moves_repair_fkey references repairs,
  note text not null default '',
  created_at timestamptz not null,
  created_by bigint,
  created_by_name text not null,
  constraint spare_moves_change_check check (kind = 'count' or (kind = 'in' and change > 0) or (kind = 'use' and change < 0))
);
create index spare_moves_by_part on spare_moves (part_id, id desc);
create index spare_moves_by_repair on spare_moves (repair_id);
