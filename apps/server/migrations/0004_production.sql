-- How a piece is made: processes, routes, weights of progress, workshops, crews, shifts, production lots, holds and the
-- reports of work done. Names that people of three languages read are kept in all of them: {"zh", "en", "es"}.
create table workshops (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  code text collate "C" not null check (code <> ''),
  name text not null check (name <> ''),
  active boolean not null default true,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint workshops_code_key unique (plant_id, code)
);

create table crews (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  workshop_id bigint not null constraint crews_workshop_fkey references workshops,
  code text collate "C" not null check (code <> ''),
  name text not null check (name <> ''),
  active boolean not null default true,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint crews_code_key unique (plant_id, code)
);
create index crews_by_workshop on crews (workshop_id);

-- Shifts of a working day in the plant's time zone. One that ends before it begins runs past midnight and belongs to
-- the day on which it began.
create table shifts (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  code text collate "C" not null check (code <> ''),
  names jsonb not null,
  starts_at time not null,
  ends_at time not null,
  active boolean not null default true,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint shifts_code_key unique (plant_id, code),
  constraint shifts_times_check check (starts_at <> ends_at)
);

create table processes (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  code text collate "C" not null check (code <> ''),
  names jsonb not null,
  position integer not null,
  unit text collate "C" not null check (unit in ('piece', 'kg', 'm', 'm2')),
  -- Work is reported by people; packing, dispatch and receipt are done by the package and the delivery.
  kind text collate "C" not null check (kind in ('work', 'pack', 'ship', 'receive')),
  -- inspect and hold: no report before the inspection says so; hold also bars judging one's own work.
  gate text collate "C" not null default 'none' check (gate in ('none', 'self', 'inspect', 'hold')),
  -- The state that a piece reaches by this process.
  gives text collate "C" check (gives in ('accepted', 'coated')),
  -- Share of progress in per cent that a new project starts with; 0 = does not count.
  weight numeric(6,3) not null default 0 check (weight between 0 and 100),
  equipment_class text,
  on_board boolean not null default true,
  active boolean not null default true,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint processes_code_key unique (plant_id, code)
);

create table routes (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  code text collate "C" not null check (code <> ''),
  names jsonb not null,
  -- Marks of these kinds take this route unless told otherwise.
  kinds text[] not null default '{}',
  active boolean not null default true,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint routes_code_key unique (plant_id, code)
);
create table route_steps (
  route_id bigint not null references routes on delete cascade,
  -- From 0: the number of steps a piece has behind it is the position of its next one.
  position smallint not null check (position >= 0),
  plant_id bigint not null references plants,
  process_id bigint not null constraint route_steps_process_fkey references processes,
  primary key (route_id, position),
  constraint route_steps_process_key unique (route_id, process_id)
);
create index route_steps_by_process on route_steps (process_id);

-- Share of each process in a project's progress, in per cent; a project's shares sum to 100.
create table project_weights (
  project_id bigint not null references projects on delete cascade,
  process_id bigint not null constraint project_weights_process_fkey references processes,
  plant_id bigint not null references plants,
  weight numeric(6,3) not null check (weight between 0 and 100),
  primary key (project_id, process_id)
);
create function project_weights_sum() returns trigger language plpgsql as $$
declare
  project bigint := coalesce(new.project_id, old.project_id);
  total numeric;
begin
  select sum(weight) into total from project_weights where project_id = project;
  if total is not null and total <> 100 then
    raise exception 'weights of project % sum to %', project, total
      using errcode = 'check_violation', constraint = 'project_weights_sum_check';
  end if;
  return null;
end
$$;
create constraint trigger project_weights_sum after insert or update or delete on project_weights
  deferrable initially deferred for each row execute function project_weights_sum();

-- Production lots of an order: what is made and delivered together.
create table batches (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  order_id bigint not null constraint batches_order_fkey references orders on delete cascade,
  workshop_id bigint constraint batches_workshop_fkey references workshops,
  no text collate "C" not null check (no <> ''),
  name text not null default '',
  issued_on date,
  planned_start date,
  planned_end date,
  required_on_site date,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint batches_no_key unique (order_id, no),
  constraint batches_dates_check check (planned_end >= planned_start)
);

alter table orders
  -- Where it was when it was held.
  add column held_from text collate "C",
  add column released_at timestamptz,
  add column started_at timestamptz,
  add column completed_at timestamptz,
  -- Counters kept by the verbs. Weighted progress from 0 to 1; per process of its routes in the order of work:
  -- [{"process": id, "pieces": n, "donePieces": n, "kg": n, "doneKg": n}].
  add column progress numeric(7,6) not null default 0 check (progress between 0 and 1),
  add column by_process jsonb not null default '[]',
  add column held_pieces integer not null default 0 check (held_pieces >= 0),
  add column open_ncrs integer not null default 0 check (open_ncrs >= 0);
create index orders_by_progress on orders (plant_id, progress, id);

alter table marks
  add column route_id bigint constraint marks_route_fkey references routes,
  -- Its own open hold, 0 or 1.
  add column holds smallint not null default 0 check (holds between 0 and 1);
create index marks_by_route on marks (route_id);

-- A held piece keeps where it stands: its hold is a row of its own, counted below.
update pieces set status = 'in_process' where status = 'on_hold';
update orders set pieces_by_status = (pieces_by_status - 'on_hold') || jsonb_build_object('in_process',
  coalesce((pieces_by_status ->> 'in_process')::int, 0) + (pieces_by_status ->> 'on_hold')::int)
  where pieces_by_status ? 'on_hold';
alter table pieces drop constraint pieces_status_check;
alter table pieces add constraint pieces_status_check check (status in ('planned', 'issued', 'in_process', 'to_inspect',
  'accepted', 'coated', 'packed', 'shipped', 'received', 'ncr_open', 'rework', 'scrapped', 'superseded'));
alter table pieces
  add column batch_id bigint constraint pieces_batch_fkey references batches on delete set null,
  -- Steps of its route behind it, and the share done of the next one.
  add column steps_done smallint not null default 0 check (steps_done >= 0),
  add column step_part numeric(4,3) not null default 0 check (step_part >= 0 and step_part < 1),
  -- The process of its next step; null when its order is not released, or nothing is left to do.
  add column next_process_id bigint constraint pieces_next_process_fkey references processes,
  -- Open holds on it: its own and its mark's.
  add column holds smallint not null default 0 check (holds between 0 and 2);
create index pieces_by_batch on pieces (batch_id) where batch_id is not null;
create index pieces_by_next_process on pieces (plant_id, next_process_id, order_id, serial)
  where next_process_id is not null;

create table holds (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  order_id bigint not null constraint holds_order_fkey references orders on delete cascade,
  -- Both null: the whole order.
  mark_id bigint references marks on delete cascade,
  piece_id bigint references pieces on delete cascade,
  reason text not null check (reason <> ''),
  held_at timestamptz not null,
  held_by bigint,
  held_by_name text not null,
  released_at timestamptz,
  released_by bigint,
  released_by_name text,
  release_reason text,
  constraint holds_subject_check check (mark_id is null or piece_id is null),
  constraint holds_release_check check ((released_at is null) = (released_by_name is null))
);
create index holds_by_order on holds (order_id, held_at desc, id desc);
create unique index holds_open_on_order on holds (order_id)
  where released_at is null and mark_id is null and piece_id is null;
create unique index holds_open_on_mark on holds (mark_id) where released_at is null and mark_id is not null;
create unique index holds_open_on_piece on holds (piece_id) where released_at is null and piece_id is not null;

-- Work done on one piece in one process. Tonnes everywhere, list, detail, report and wall, are sums over these rows.
create table work_reports (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  project_id bigint not null references projects,
  order_id bigint not null constraint work_reports_order_fkey references orders,
  mark_id bigint not null references marks,
  piece_id bigint not null constraint work_reports_piece_fkey references pieces,
  process_id bigint not null constraint work_reports_process_fkey references processes,
  step smallint not null check (step >= 0),
  -- Share of the step that this report adds, and its part of the piece's weight.
  part numeric(4,3) not null check (part > 0 and part <= 1),
  kg numeric(14,3) not null check (kg >= 0),
  -- The step is finished by it.
  finishes boolean not null,
  crew_id bigint constraint work_reports_crew_fkey references crews,
  workshop_id bigint constraint work_reports_workshop_fkey references workshops,
  worker text,
  hours numeric(6,2) check (hours >= 0),
  source text collate "C" not null check (source in ('list', 'batch', 'scan', 'earlier', 'package', 'delivery', 'receipt')),
  done_at timestamptz not null,
  -- The working day and shift it falls into, in the plant's zone.
  day date not null,
  shift_id bigint references shifts,
  -- Made by the device that reported: the same key is never counted twice.
  client_key uuid,
  created_at timestamptz not null default now(),
  created_by bigint,
  created_by_name text not null,
  undone_at timestamptz,
  undone_by bigint,
  undone_by_name text,
  undo_reason text,
  -- Its piece was scrapped or superseded: the work was done, the tonnes do not count.
  void boolean not null default false,
  constraint work_reports_undo_check check ((undone_at is null) = (undone_by_name is null))
);
create unique index work_reports_once on work_reports (plant_id, client_key, piece_id, process_id)
  where client_key is not null;
create unique index work_reports_finish_once on work_reports (piece_id, step) where finishes and undone_at is null;
create index work_reports_by_day on work_reports (plant_id, day, id);
create index work_reports_by_order on work_reports (order_id, day) include (process_id, kg)
  where undone_at is null and not void;
create index work_reports_by_piece on work_reports (piece_id, id);
create index work_reports_of_order on work_reports (order_id, id);
create index work_reports_by_author on work_reports (plant_id, created_by, id);

-- What the reports of a day come to, weighted by the process weights of the project: the pace of an order and of the
-- plant. Sums over work_reports that are neither undone nor void, kept by the verbs; a forecast reads a few rows.
create table order_days (
  order_id bigint not null references orders on delete cascade,
  day date not null,
  plant_id bigint not null references plants,
  weighted_kg numeric(16,3) not null check (weighted_kg >= 0),
  primary key (order_id, day)
);
create index order_days_by_day on order_days (plant_id, day);
create table plant_days (
  plant_id bigint not null references plants,
  day date not null,
  weighted_kg numeric(16,3) not null default 0 check (weighted_kg >= 0),
  -- Orders that were worked on.
  orders integer not null default 0 check (orders >= 0),
  primary key (plant_id, day)
);
