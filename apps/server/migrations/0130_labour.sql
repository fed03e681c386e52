-- Standard hours and labour rates by process and weight class; closed months of pay (decision 0078).
create table standard_hours (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  code text collate "C" not null check (code <> ''),
  process_id bigint not null constraint standard_hours_process_fkey references processes,
  basis text collate "C" not null check (basis in ('tonne', 'piece')),
  -- For a tonne or for a piece.
  hours numeric(9,3) not null check (hours >= 0),
  -- Weight of a piece: from, and below.
  from_kg numeric(12,3) not null check (from_kg >= 0),
  to_kg numeric(12,3),
  active boolean not null default true,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint standard_hours_code_key unique (plant_id, code),
  constraint standard_hours_class_check check (to_kg > from_kg)
);
create index standard_hours_by_process on standard_hours (process_id, from_kg);

create table labour_rates (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  code text collate "C" not null check (code <> ''),
  process_id bigint not null constraint labour_rates_process_fkey references processes,
  -- null: of every crew without a rate of its own.
  crew_id bigint constraint labour_rates_crew_fkey references crews,
  -- A price of an hour values hours in costs; the others are piece rates.
  basis text collate "C" not null check (basis in ('tonne', 'piece', 'hour')),
  price numeric(10,2) not null check (price >= 0),
  from_kg numeric(12,3) not null check (from_kg >= 0),
  to_kg numeric(12,3),
  -- Working days, both included.
  valid_from date not null,
  valid_to date,
  active boolean not null default true,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint labour_rates_code_key unique (plant_id, code),
  constraint labour_rates_class_check check (to_kg > from_kg),
  constraint labour_rates_days_check check (valid_to >= valid_from)
);
create index labour_rates_by_process on labour_rates (process_id, from_kg);
create index labour_rates_by_crew on labour_rates (crew_id);

create table payroll_months (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  closed_at timestamptz not null,
  closed_by bigint,
  closed_by_name text not null,
  constraint payroll_months_month_key unique (plant_id, month)
);

-- What was paid for a report when its month was closed, and taken back later when the report was undone.
create table payroll_items (
  report_id bigint not null constraint payroll_items_report_fkey references work_reports,
  taken_back boolean not null,
  plant_id bigint not null references plants,
  month_id bigint not null constraint payroll_items_month_fkey references payroll_months,
  -- null: there was no piece rate.
  rate text,
  basis text collate "C",
  price numeric(10,2),
  -- Not rounded, so that sums are equal however they are grouped.
  amount numeric(24,9),
  primary key (report_id, taken_back)
);
create index payroll_items_by_month on payroll_items (month_id, report_id);
create index work_reports_undone on work_reports (plant_id, day) where undone_at is not null;

-- Shipped roles get what they have in new plants; the administrator has every permission anyway.
update roles set tags = tags || array['labour.view'], version = version + 1, updated_at = now()
where code in ('manager', 'planner', 'foreman') and shipped and not tags @> array['labour.view'];
update roles set tags = tags || array['labour.edit'], version = version + 1, updated_at = now()
where code = 'planner' and shipped and not tags @> array['labour.edit'];
update roles set tags = tags || array['cost.view', 'cost.edit'], version = version + 1, updated_at = now()
where code = 'manager' and shipped and not tags @> array['cost.view'];
