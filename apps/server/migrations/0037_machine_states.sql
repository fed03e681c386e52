-- The working calendar, what machines did when, why they stood, and what they made. Names that people of three languages
-- read are kept in all of them: {"zh", "en", "es"}.

-- When is worked: by the whole factory (workshop_id null) or by a workshop that differs from it.
create table work_patterns (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  workshop_id bigint constraint work_patterns_workshop_fkey references workshops,
  -- A machine that stands longer than this in planned time, minutes, is asked for the reason.
  prompt_minutes integer not null default 5 check (prompt_minutes between 1 and 480),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint work_patterns_workshop_key unique nulls not distinct (plant_id, workshop_id)
);
create index work_patterns_by_workshop on work_patterns (workshop_id);

-- The shifts that run, on days of the week from 1 Monday to 7 Sunday. A shift that is deleted runs no more.
create table work_pattern_shifts (
  pattern_id bigint not null references work_patterns on delete cascade,
  shift_id bigint not null references shifts on delete cascade,
  weekdays smallint[] not null check (weekdays <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[] and cardinality(weekdays) > 0),
  primary key (pattern_id, shift_id)
);
create index work_pattern_shifts_by_shift on work_pattern_shifts (shift_id);

create table work_breaks (
  pattern_id bigint not null,
  shift_id bigint not null,
  starts_at time not null,
  minutes integer not null check (minutes between 1 and 480),
  primary key (pattern_id, shift_id, starts_at),
  foreign key (pattern_id, shift_id) references work_pattern_shifts on delete cascade
);

-- Days that differ from the pattern: nobody works, or all shifts do.
create table work_exceptions (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  workshop_id bigint constraint work_exceptions_workshop_fkey references workshops,
  day date not null,
  kind text collate "C" not null check (kind in ('off', 'work')),
  name text not null check (name <> ''),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint work_exceptions_day_key unique nulls not distinct (plant_id, workshop_id, day)
);
create index work_exceptions_by_workshop on work_exceptions (workshop_id);

create table stop_reasons (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  -- Null: a group. A group has no group above it, and no stop has it as its reason.
  parent_id bigint constraint stop_reasons_parent_fkey references stop_reasons,
  code text collate "C" not null check (code <> ''),
  names jsonb not null,
  -- planned: time that was never meant to be worked; it does not count against the machine.
  kind text collate "C" not null check (kind in ('planned', 'unplanned')),
  position integer not null default 0 check (position >= 0),
  active boolean not null default true,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint stop_reasons_code_key unique (plant_id, code),
  constraint stop_reasons_parent_check check (parent_id <> id)
);
create index stop_reasons_by_parent on stop_reasons (parent_id);

-- What a machine did from t0 to t1; null t1: it still does. Simulated machines have none here.
create table machine_intervals (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  machine_id bigint not null,
  source text collate "C" not null check (source <> 'sim'),
  state text collate "C" not null check (state in ('offline', 'idle', 'setup', 'running', 'fault', 'maintenance')),
  t0 timestamptz not null,
  t1 timestamptz,
  reason_id bigint constraint machine_intervals_reason_fkey references stop_reasons,
  note text not null default '',
  -- Whoever gave the reason; empty: nobody.
  reasoned_by text not null default '',
  reasoned_at timestamptz,
  -- Cut off by a person: a recompute keeps where it begins.
  is_cut boolean not null default false,
  version integer not null default 1 check (version > 0),
  constraint machine_intervals_start_key unique (machine_id, t0),
  constraint machine_intervals_machine_fkey foreign key (machine_id, source) references machines (id, source),
  constraint machine_intervals_length_check check (t1 > t0),
  -- No two intervals of a machine share an instant. A box needs no extension, unlike a range beside an equal id: its width is
  -- the machine, its height the milliseconds, half of one short at the end, because boxes that touch overlap.
  constraint machine_intervals_overlap exclude using gist (box(
    point(machine_id, extract(epoch from t0 - timestamptz '1970-01-01 00:00:00+00') * 1000),
    point(machine_id, coalesce(extract(epoch from t1 - timestamptz '1970-01-01 00:00:00+00') * 1000 - 0.5, 9e15))) with &&)
);
create unique index machine_intervals_open_key on machine_intervals (machine_id) where t1 is null;
create index machine_intervals_by_time on machine_intervals (plant_id, t0);
create index machine_intervals_by_reason on machine_intervals (reason_id);

-- One row a machine: whoever writes its intervals holds it. `seen_at`: until when its state is known.
create table machine_tracks (
  machine_id bigint primary key references machines,
  plant_id bigint not null references plants,
  seen_at timestamptz not null,
  -- Its counters as they were last counted: {"at", "output", "good", "energy", "arc"}.
  counters jsonb
);

-- Stretches whose frames came too late to follow: their intervals are made anew out of what is stored.
create table machine_late (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  machine_id bigint not null references machines,
  t0 timestamptz not null,
  t1 timestamptz not null check (t1 >= t0)
);
create index machine_late_by_machine on machine_late (machine_id);

-- What a machine's counters went up by in a shift; the shift is null for work outside of all. A row is of a working day: a
-- shift past midnight belongs to the day on which it began.
create table machine_counts (
  plant_id bigint not null references plants,
  machine_id bigint not null,
  source text collate "C" not null check (source <> 'sim'),
  day date not null,
  shift_id bigint constraint machine_counts_shift_fkey references shifts,
  -- In the unit of the machine's output counter.
  output double precision not null default 0 check (output >= 0),
  -- Null: the machine does not say which of its output is good.
  good_output double precision check (good_output >= 0),
  energy_kwh double precision check (energy_kwh >= 0),
  arc_on_s double precision check (arc_on_s >= 0),
  constraint machine_counts_key unique nulls not distinct (machine_id, day, shift_id),
  constraint machine_counts_machine_fkey foreign key (machine_id, source) references machines (id, source)
);
create index machine_counts_by_day on machine_counts (plant_id, day);
create index machine_counts_by_shift on machine_counts (shift_id);

-- What a machine did in a shift, reckoned from its intervals and the calendar; seconds. The row of a running shift is
-- reckoned again every minute, any other when something in it changed.
create table machine_times (
  plant_id bigint not null references plants,
  machine_id bigint not null,
  source text collate "C" not null check (source <> 'sim'),
  day date not null,
  shift_id bigint constraint machine_times_shift_fkey references shifts on delete cascade,
  -- Until when it is reckoned: the end of the shift, or the moment of reckoning.
  until timestamptz not null,
  length_s double precision not null,
  -- The shift less its breaks and planned stops, if it runs that day; what follows lies in it.
  planned_s double precision not null,
  running_s double precision not null,
  setup_s double precision not null,
  idle_s double precision not null,
  fault_s double precision not null,
  -- Nothing was known of the machine.
  unknown_s double precision not null,
  planned_stop_s double precision not null,
  -- Running at all, planned or not: what the output was made in.
  run_s double precision not null,
  -- Faults that began in planned time.
  failures integer not null,
  -- Output in an hour by the machine's standard, as it was; null: not told.
  standard_rate double precision,
  -- Goes up when a shift that was over is reckoned to something else.
  revision integer not null default 0,
  is_stale boolean not null default false,
  constraint machine_times_key unique nulls not distinct (machine_id, day, shift_id),
  constraint machine_times_machine_fkey foreign key (machine_id, source) references machines (id, source)
);
create index machine_times_by_day on machine_times (plant_id, day);
create index machine_times_by_shift on machine_times (shift_id);
create index machine_times_stale on machine_times (plant_id, day) where is_stale;
