-- Spans in which a machine is out of service (OutOfService of OPC 40001-1): they are taken out of its planned time, and
-- what it did or did not do in them counts neither for nor against it.
create table machine_outages (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  machine_id bigint not null constraint machine_outages_machine_fkey references machines,
  -- maintenance: overhaul, rebuilding; unused: mothballed, or nothing is to be made on it.
  kind text collate "C" not null check (kind in ('maintenance', 'unused')),
  t0 timestamptz not null,
  -- Null: until further notice.
  t1 timestamptz,
  note text not null default '',
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint machine_outages_length_check check (t1 > t0),
  -- As of intervals: no two spans of a machine share an instant.
  constraint machine_outages_overlap exclude using gist (box(
    point(machine_id, extract(epoch from t0 - timestamptz '1970-01-01 00:00:00+00') * 1000),
    point(machine_id, coalesce(extract(epoch from t1 - timestamptz '1970-01-01 00:00:00+00') * 1000 - 0.5, 9e15))) with &&)
);
create index machine_outages_by_machine on machine_outages (machine_id, t0);
create index machine_outages_by_end on machine_outages (plant_id, coalesce(t1, 'infinity'::timestamptz));

-- Goes up when what was known of a machine before its latest interval changes: whoever keeps sums of it begins anew.
alter table machine_tracks add column rewrites integer not null default 0;

-- Stops that nobody gave a reason for, for the list that asks for them.
create index machine_intervals_unreasoned on machine_intervals (plant_id, t0) where reason_id is null and state in ('idle', 'fault');
