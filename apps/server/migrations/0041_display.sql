-- What the wall says and how it shows it. A document is worked on as a draft that nobody sees; publishing keeps it as a
-- version that never changes, and the walls show the latest of them. Rolling back makes a draft of an old version.
create table display_documents (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  -- info: names, targets, notices and the plan of the factory, one for each plant; screen: how one screen shows them.
  kind text collate "C" not null check (kind in ('info', 'screen')),
  name text not null check (name <> ''),
  draft jsonb not null,
  -- Number of the version that is shown; null = nothing was published yet.
  shown integer,
  -- The draft is the same as what is shown.
  settled boolean not null default false,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null
);
create unique index display_documents_info_key on display_documents (plant_id) where kind = 'info';
create unique index display_documents_name_key on display_documents (plant_id, kind, name);

create table display_versions (
  plant_id bigint not null references plants,
  document_id bigint not null constraint display_versions_document_fkey references display_documents,
  no integer not null check (no > 0),
  content jsonb not null,
  note text not null default '',
  published_at timestamptz not null default now(),
  published_by bigint,
  published_by_name text not null,
  primary key (document_id, no)
);
alter table display_documents add constraint display_documents_shown_fkey
  foreign key (id, shown) references display_versions (document_id, no);

create function display_version_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'a published version never changes' using errcode = 'integrity_constraint_violation';
end $$;
create trigger display_versions_final before update or delete on display_versions
  for each row execute function display_version_is_final();
