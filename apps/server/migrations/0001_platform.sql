-- What every feature stands on. PostgreSQL 15. Sorted codes are in collation "C": the same order on every engine.
create extension if not exists pg_trgm;

create table plants (
  id bigint generated always as identity primary key,
  code text collate "C" not null unique check (code <> ''),
  name text not null check (name <> ''),
  time_zone text not null check (time_zone <> '')
);
insert into plants (code, name, time_zone) values ('P1', '云工厂', 'Asia/Shanghai');

create table settings (
  key text collate "C" primary key,
  value jsonb not null
);

-- Facts, in the order in which they became visible: seq is the cursor of the live stream.
create table outbox (
  seq bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  name text collate "C" not null check (name <> ''),
  version integer not null default 1 check (version > 0),
  subject_id text collate "C" not null,
  payload jsonb not null,
  at timestamptz not null default now()
);
create index outbox_by_plant on outbox (plant_id, seq);

-- Who did what. Rows are never changed; each carries the hash of the one before it in its plant.
create table audit_log (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  at timestamptz not null,
  actor_id bigint,
  actor_name text not null,
  address text not null,
  request_id text not null,
  action text collate "C" not null check (action <> ''),
  subject_kind text collate "C" not null,
  subject_id text collate "C" not null,
  subject_name text not null,
  before jsonb,
  after jsonb,
  prev_hash text collate "C" not null,
  hash text collate "C" not null,
  -- A chain that forks would name one predecessor twice.
  unique (plant_id, prev_hash)
);
create index audit_log_by_newest on audit_log (plant_id, at desc, id desc);
create index audit_log_by_chain on audit_log (plant_id, id desc);
create index audit_log_by_actor on audit_log (plant_id, actor_id, at desc, id desc);
create index audit_log_by_subject on audit_log (plant_id, subject_kind, subject_id, at desc, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_change();

-- Replies kept for a repeated Idempotency-Key; status is null while the first request still runs.
create table idempotency_keys (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  user_id bigint not null,
  key text collate "C" not null check (key <> ''),
  route text collate "C" not null,
  request_hash text collate "C" not null,
  status integer,
  reply jsonb,
  created_at timestamptz not null default now(),
  unique (plant_id, user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Errors of the browser, one row per kind.
create table client_errors (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  hash text collate "C" not null,
  message text not null,
  stack text not null,
  component text not null,
  url text not null,
  app_version text not null,
  count integer not null default 1 check (count > 0),
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  user_id bigint,
  unique (plant_id, hash)
);
create index client_errors_by_newest on client_errors (plant_id, last_at desc, id desc);
