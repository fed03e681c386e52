-- Machines, what kind they are, and which signals they send. A profile is what a type of machine sends; a changed one
-- is a new version, so that values once written keep their meaning: slot n of a frame is signal n of its version.
create table machine_profiles (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  code text collate "C" not null check (code ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  profile_version integer not null check (profile_version > 0),
  names jsonb not null,
  class text collate "C" not null check (class in ('cutter', 'laser', 'assembly', 'gantry_saw', 'straightener', 'drill',
    'saw', 'robot', 'blaster', 'coating_line', 'crane', 'compressor', 'meter', 'other')),
  -- How often a machine of it sends while it runs, ms: three times that without a frame makes its values stale.
  rate_ms integer not null default 1000 check (rate_ms between 100 and 3600000),
  -- A profile that a machine has used is never changed again.
  used boolean not null default false,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint machine_profiles_code_key unique (plant_id, code, profile_version)
);

create table profile_signals (
  profile_id bigint not null constraint profile_signals_profile_fkey references machine_profiles on delete cascade,
  -- Place in a frame's values, from 1.
  slot smallint not null check (slot between 1 and 200),
  -- What the machine calls it in its frames.
  code text collate "C" not null check (code ~ '^[A-Za-z0-9_./-]{1,64}$'),
  names jsonb not null,
  unit text not null default '',
  kind text collate "C" not null check (kind in ('gauge', 'counter', 'state')),
  -- What figures and panels know it by, whatever the machine calls it; null = only shown.
  role text collate "C" check (role in ('state', 'current', 'voltage', 'travel_speed', 'wire_feed', 'arc_on', 'output',
    'good_output', 'power', 'energy', 'temperature', 'humidity', 'surface_temperature', 'pressure', 'load', 'speed', 'gas')),
  -- What it can measure: a value beyond is kept and marked bad.
  low double precision,
  high double precision,
  decimals smallint not null default 1 check (decimals between 0 and 6),
  -- A value that moved less than this since the last one kept is not kept again, for at most `silence_s` seconds.
  deadband double precision not null default 0 check (deadband >= 0),
  deadband_percent boolean not null default false,
  silence_s integer not null default 60 check (silence_s between 1 and 3600),
  primary key (profile_id, slot),
  constraint profile_signals_code_key unique (profile_id, code),
  constraint profile_signals_role_key unique (profile_id, role),
  constraint profile_signals_range_check check (low < high)
);

create table machines (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  -- The factory's own number, and the last part of the machine's topics.
  code text collate "C" not null check (code ~ '^[A-Za-z0-9_-]{1,64}$'),
  -- Topics are sf/v1/{site}/{line}/{code}.
  site text collate "C" not null default 'main' check (site ~ '^[A-Za-z0-9_-]{1,64}$'),
  line text collate "C" not null check (line ~ '^[A-Za-z0-9_-]{1,64}$'),
  name text not null check (name <> ''),
  -- real: the factory's own; demo: of the demo factory, fed by the simulator and marked so; sim: of the simulated site.
  -- Figures refer to (id, source) and take no 'sim': simulated rows cannot come into them.
  source text collate "C" not null default 'real' check (source in ('real', 'demo', 'sim')),
  profile_id bigint not null constraint machines_profile_fkey references machine_profiles,
  workshop_id bigint constraint machines_workshop_fkey references workshops,
  -- The process it works for: its output is that process's.
  process_id bigint constraint machines_process_fkey references processes,
  model text not null default '',
  maker text not null default '',
  serial_no text not null default '',
  criticality text collate "C" not null default 'B' check (criticality in ('A', 'B', 'C')),
  commissioned_on date,
  rated_kw numeric(10,2) check (rated_kw >= 0),
  -- What it makes in an hour of running by its standard, in the unit of its output counter; null = performance is not told.
  standard_rate numeric(12,3) check (standard_rate > 0),
  rate_unit text not null default '',
  -- Where it stands, metres from the workshop's corner, and its size.
  x_m numeric(8,2),
  y_m numeric(8,2),
  width_m numeric(8,2) check (width_m > 0),
  depth_m numeric(8,2) check (depth_m > 0),
  note text not null default '',
  active boolean not null default true,
  search text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint machines_code_key unique (plant_id, code),
  constraint machines_topic_key unique (plant_id, site, line, code),
  constraint machines_source_key unique (id, source),
  constraint machines_sim_check check ((source = 'sim') = (site = 'sim'))
);
create index machines_by_profile on machines (profile_id);
create index machines_by_workshop on machines (plant_id, workshop_id, code);
create index machines_by_process on machines (process_id);
