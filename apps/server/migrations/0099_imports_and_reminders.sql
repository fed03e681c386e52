-- Imports of records from files, so that they can be undone later.
create table record_imports (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  -- What was imported: `spare-parts`, as in the address of its endpoints.
  path text collate "C" not null,
  file_name text not null,
  created_at timestamptz not null,
  created_by bigint not null,
  created_by_name text not null,
  -- How many records were added.
  added integer not null default 0 check (added >= 0),
  undone_at timestamptz,
  undone_by_name text,
  constraint record_imports_undone_check check ((undone_at is null) = (undone_by_name is null))
);
create index record_imports_latest on record_imports (plant_id, path, id desc);

-- Records of an import that have not been deleted by undoing it.
create table imported_records (
  import_id bigint not null constraint imported_records_import_fkey references record_imports on delete cascade,
  record_id bigint not null,
  -- As it was added; a record that was changed since has a higher one.
  version integer not null check (version > 0),
  name text not null,
  primary key (import_id, record_id)
);

-- The day on which people were first told of what falls due; null: not yet.
alter table plants add column reminders_since date;
