-- What machines send. A frame is all values of a machine at one instant: slot n is signal n of its profile. Frames and
-- roll-ups are partitioned by time; the program makes partitions ahead and drops whole ones when they are too old.

create table telemetry_frames (
  machine_id bigint not null,
  at timestamptz not null,
  -- Of which profile the slots are.
  profile_id bigint not null,
  values double precision[] not null,
  -- By slot, place in the list of qualities (0 good, 1 bad, 2 skewed, 3 clock); null = all good.
  qualities smallint[],
  received_at timestamptz not null,
  -- Sent later, out of a gateway's store.
  late boolean not null default false,
  primary key (machine_id, at)
) partition by range (at);

-- By slot: how many values, the least, the greatest, the mean weighted by how long each held, the last, and for how
-- long values are known, ms. Null where a slot had none.
create table telemetry_minutes (
  machine_id bigint not null,
  at timestamptz not null,
  profile_id bigint not null,
  counts integer[] not null,
  lows double precision[] not null,
  highs double precision[] not null,
  means double precision[] not null,
  lasts double precision[] not null,
  held_ms integer[] not null,
  primary key (machine_id, at, profile_id)
) partition by range (at);

create table telemetry_hours (
  machine_id bigint not null,
  at timestamptz not null,
  profile_id bigint not null,
  counts integer[] not null,
  lows double precision[] not null,
  highs double precision[] not null,
  means double precision[] not null,
  lasts double precision[] not null,
  held_ms integer[] not null,
  primary key (machine_id, at, profile_id)
) partition by range (at);

-- Minutes and hours whose roll-up is to be made, again where late data came.
create table telemetry_dirty (
  span text collate "C" not null check (span in ('minute', 'hour')),
  at timestamptz not null,
  machine_id bigint not null,
  primary key (span, at, machine_id)
);

create table telemetry_latest (
  machine_id bigint not null constraint telemetry_latest_machine_fkey references machines on delete cascade,
  slot smallint not null,
  profile_id bigint not null,
  at timestamptz not null,
  received_at timestamptz not null,
  value double precision not null,
  quality smallint not null check (quality between 0 and 3),
  primary key (machine_id, slot)
) with (fillfactor = 50);

-- Whether a machine is heard, and how its clock stands.
create table telemetry_links (
  machine_id bigint primary key constraint telemetry_links_machine_fkey references machines on delete cascade,
  online boolean not null,
  -- Since when it is as it is.
  since timestamptz not null,
  heard_at timestamptz not null,
  -- Silent for so long, ms, it counts as gone.
  silence_ms integer not null,
  -- What it said of itself when it was switched on; empty = nothing.
  boot text collate "C" not null default '',
  claimed_profile text collate "C" not null default '',
  firmware text not null default '',
  -- Server's clock less the machine's, ms; null = not known.
  clock_offset_ms bigint
) with (fillfactor = 50);
create index telemetry_links_heard on telemetry_links (heard_at) where online;

-- Facts that gateways report; the same one counts once.
create table telemetry_events (
  machine_id bigint not null constraint telemetry_events_machine_fkey references machines on delete cascade,
  event_key text collate "C" not null,
  at timestamptz not null,
  received_at timestamptz not null,
  type text collate "C" not null check (type in ('job.start', 'job.end', 'alarm', 'reason')),
  data jsonb not null,
  primary key (machine_id, event_key)
);
create index telemetry_events_by_time on telemetry_events (machine_id, at desc);
create index telemetry_events_old on telemetry_events (received_at);

-- Who may publish, and what. The secret is shown once and kept as its hash.
create table gateways (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  -- The name it signs in with.
  code text collate "C" not null check (code ~ '^[A-Za-z0-9_-]{1,64}$'),
  name text not null default '',
  -- Filters of the topics it may publish to.
  topics text[] not null check (cardinality(topics) between 1 and 20),
  secret_hash text collate "C" not null,
  secret_at timestamptz not null default now(),
  active boolean not null default true,
  last_seen_at timestamptz,
  last_address text not null default '',
  messages bigint not null default 0,
  -- Tries to publish where it may not, and sign-ins with a wrong secret.
  denied bigint not null default 0,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint gateways_code_key unique (plant_id, code)
);

-- How the messages of other makes are read.
create table telemetry_adapters (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  code text collate "C" not null check (code ~ '^[A-Za-z0-9_-]{1,64}$'),
  name text not null default '',
  -- Topic with `{device}` where the device's name stands, and `+`.
  pattern text collate "C" not null check (pattern <> ''),
  -- Where in the message devices, times and values stand; see the contract.
  map jsonb not null,
  -- Names of the make → our signals, with factor and offset.
  signals jsonb not null default '[]',
  active boolean not null default true,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint telemetry_adapters_code_key unique (plant_id, code)
);

-- Devices that send and are no machine: a person takes them over or puts them aside. `machine_id` set: its messages are
-- that machine's.
create table device_inbox (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  -- `site/line/device` of a native topic, `adapter:device`, `spB:group/node/device`.
  device_key text collate "C" not null check (device_key <> ''),
  status text collate "C" not null default 'new' check (status in ('new', 'ignored', 'adopted')),
  machine_id bigint constraint device_inbox_machine_fkey references machines on delete cascade,
  messages bigint not null default 0,
  first_at timestamptz not null,
  last_at timestamptz not null,
  topic text not null,
  sample text not null,
  version integer not null default 1 check (version > 0),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null default '',
  constraint device_inbox_key unique (plant_id, device_key),
  constraint device_inbox_adopted_check check ((status = 'adopted') = (machine_id is not null))
);
create index device_inbox_list on device_inbox (plant_id, status, last_at desc, id desc);
create index device_inbox_by_machine on device_inbox (machine_id) where machine_id is not null;

-- What could not be taken: how often, by whom and why.
create table telemetry_faults (
  plant_id bigint not null references plants,
  -- A machine's code, a device's key or a gateway's; empty = not known.
  origin text not null,
  reason text collate "C" not null,
  count bigint not null,
  last_at timestamptz not null,
  primary key (plant_id, origin, reason)
);
create table telemetry_samples (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  at timestamptz not null,
  origin text not null,
  reason text collate "C" not null,
  topic text not null,
  -- At most 2 kB of the message; bytes that are no text are shown as their code.
  sample text not null
);
create index telemetry_samples_by_plant on telemetry_samples (plant_id, id desc);
