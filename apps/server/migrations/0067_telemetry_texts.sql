-- What signals told that is no number, as it was: texts, whole numbers that are too large to be exact, dates, and that there is no
-- value. A row says from when until when (at to seen_at) it was told.
create table telemetry_texts (
  machine_id bigint not null constraint telemetry_texts_machine_fkey references machines on delete cascade,
  slot smallint not null,
  at timestamptz not null,
  profile_id bigint not null,
  seen_at timestamptz not null,
  kind text collate "C" not null check (kind in ('text', 'integer', 'date', 'null')),
  value text not null,
  primary key (machine_id, slot, at)
);
create index telemetry_texts_old on telemetry_texts (seen_at);
