-- Counters are counted as series of stored readings. Null output: nothing is known of it, which is not that nothing was made.
alter table machine_counts alter column output drop not null;
alter table machine_counts alter column output drop default;
update machine_counts c set output = null where output = 0 and not exists (
  select from machines m join profile_signals s on s.profile_id = m.profile_id and s.role = 'output'
  where m.id = c.machine_id);
-- Goes up when a shift that was over is counted to something else.
alter table machine_counts add column revision integer not null default 0;

-- Stretches in which readings were stored after they had been counted past: their days are counted anew.
create table machine_recounts (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  machine_id bigint not null references machines on delete cascade,
  t0 timestamptz not null,
  t1 timestamptz not null check (t1 >= t0)
);
create index machine_recounts_by_machine on machine_recounts (machine_id);
